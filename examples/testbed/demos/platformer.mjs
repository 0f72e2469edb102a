const MAP = [
  "#                                                  #",
  "#                                                  #",
  "#                ==                                #",
  "#           ==         ###                  ##     #",
  "#                    #####                         #",
  "#      ==           ######    ====   o o o         #",
  "#                  #######                         #",
  "####################################################",
  "####################################################",
];
const WALK = 6;
const JUMP = 9;
/** A surface this level counts as ground (cosine of its slope). */
const LEVEL = 0.7;

/** @type {import("./demo.mjs").Demo} */
export const platformer = {
  name: "Platformer on tiles",
  about: "Feet do not catch on the tiles; the thin platforms can be passed from below.",
  keys: { left: "Left", right: "Right", up: "Jump" },
  view: { x: 8, y: 5, height: 12, width: 14 },
  options: { gravity: { x: 0, y: -20 } },
  build({ box, circle, capsule }, world) {
    const ground = world.createBody({});
    MAP.forEach((row, line) => {
      const y = MAP.length - line - 2.5;
      [...row].forEach((tile, x) => {
        if (tile === "#") {
          ground.addShape(box(1, 1, { center: { x, y } }), { friction: 0.4 });
        } else if (tile === "=") {
          ground.addShape(box(1, 0.2, { center: { x, y: y + 0.4 } }), { friction: 0.4, oneWay: { x: 0, y: 1 } });
        } else if (tile === "o") {
          world.createBody({ type: "dynamic", position: { x, y }, shape: circle(0.3), density: 0.3 });
        }
      });
    });
    const player = world.createBody({
      type: "dynamic",
      position: { x: 2, y: 1.2 },
      fixedRotation: true,
      sleep: false,
      shape: capsule(0.6, 0.35, { angle: Math.PI / 2 }),
      friction: 0,
    });
    let jumps = 0;
    let highest = 0;
    let held = false;
    const stands = () => player.contacts.some(({ bodyA, normal }) => (bodyA === player ? -normal.y : normal.y) > LEVEL);
    return {
      update({ left, right, up }) {
        const { x, y } = player.linearVelocity;
        const wanted = (right ? WALK : 0) - (left ? WALK : 0);
        const jump = up && !held && stands();
        held = up;
        jumps += jump ? 1 : 0;
        player.linearVelocity = { x: x + (wanted - x) * 0.3, y: jump ? JUMP : y };
        highest = Math.max(highest, player.y);
      },
      follow: (alpha) => ({ x: player.interpolated(undefined, alpha).x, y: 4 }),
      report: () => ({ x: player.x, y: player.y, stands: stands(), jumps, highest }),
    };
  },
};
