const STOREYS = 6;
const SLING = { x: -10, y: 2 };

/** @type {import("./demo.mjs").Demo} */
export const slingshot = {
  name: "Slingshot and tower",
  about: "A heavy ball is shot at a tower; you can also drag and throw both.",
  keys: { action: "Shoot" },
  view: { x: 0, y: 6, height: 17, width: 24 },
  build({ box, circle }, world) {
    world.createBody({ position: { x: 0, y: -0.5 }, shape: box(80, 1) });
    const blocks = [];
    for (let storey = 0; storey < STOREYS; storey += 1) {
      const y = 2.2 * storey;
      for (const x of [5, 7]) {
        blocks.push(world.createBody({ type: "dynamic", position: { x, y: y + 1 }, shape: box(0.4, 2) }));
      }
      blocks.push(world.createBody({ type: "dynamic", position: { x: 6, y: y + 2.1 }, shape: box(2.6, 0.2) }));
    }
    const starts = blocks.map(({ position }) => position);
    world.createBody({ position: { x: SLING.x, y: 0.7 }, shape: box(0.2, 1.4) });
    const ball = world.createBody({
      type: "dynamic",
      position: SLING,
      shape: circle(0.4),
      density: 6,
      gravityScale: 0,
      bullet: true,
    });
    let shot = false;
    return {
      update({ action }) {
        if (action && !shot) {
          shot = true;
          ball.gravityScale = 1;
          ball.linearVelocity = { x: 32, y: 9 };
        }
      },
      report() {
        const fallen = blocks.filter(({ x, y }, index) => Math.hypot(x - starts[index].x, y - starts[index].y) > 0.5);
        return { blocks: blocks.length, fallen: fallen.length, shot };
      },
    };
  },
};
