// node benchmarks/blows.mjs
// How exactly a door on a pin bounces off a post with restitution e: the worst |speed after / speed before + e| of twelve posts
// at the same distance from the pin, in Scree and in box2d3-wasm.
import { World, box, circle } from "../dist/index.js";
import { box2d3Deluxe } from "./adapters/box2d3_deluxe.mjs";

const SPEED = 4;
const RADIUS = 0.1;
const WIDTH = 2;
const HEIGHT = 0.2;

/** Where the post stands that the door's face meets `at` metres from the pin once the door has turned by `angle`. */
function postOf(at, angle) {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const q = HEIGHT / 2 + RADIUS;
  return { x: at * c - q * s, y: at * s + q * c };
}

function inScree(post, restitution, dt) {
  const world = new World({ gravity: { x: 0, y: 0 }, sleeping: false });
  const material = { friction: 0, restitution };
  const bodyA = world.createBody({});
  world.createBody({ position: post, shape: circle(RADIUS), ...material });
  const shape = box(WIDTH, HEIGHT, { center: { x: WIDTH / 2, y: 0 } });
  const bodyB = world.createBody({ type: "dynamic", angularVelocity: SPEED, shape, ...material });
  world.createJoint({ type: "revolute", bodyA, bodyB, anchor: { x: 0, y: 0 } });
  for (let time = 0; time < 0.45; time += dt) {
    world.step(dt);
  }
  return bodyB.angularVelocity;
}

function inBox2d(adapter, post, restitution, dt) {
  const simulation = adapter.createSimulation({ gravity: { x: 0, y: 0 } });
  const { box2d, world, bodies } = simulation;
  const material = { friction: 0, restitution };
  const bodyA = simulation.createBody({ type: "static", x: 0, y: 0 });
  simulation.addShape(simulation.createBody({ type: "static", ...post }), { kind: "circle", radius: RADIUS }, material);
  const bodyB = simulation.createBody({ type: "dynamic", x: 0, y: 0, omega: SPEED });
  simulation.addShape(bodyB, { kind: "box", width: WIDTH, height: HEIGHT, x: WIDTH / 2, y: 0 }, material);
  simulation.addRevolute({ bodyA, bodyB, x: 0, y: 0 });
  for (let time = 0; time < 0.45; time += dt) {
    box2d.b2World_Step(world, dt, 4);
  }
  const speed = box2d.b2Body_GetAngularVelocity(bodies[bodyB]);
  box2d.b2DestroyWorld(world);
  return speed;
}

const adapter = await box2d3Deluxe.load();
for (const at of [0.3, 0.7, 1, 4 / 3, 1.7]) {
  for (const e of [0, 0.5, 1]) {
    for (const dt of [1 / 60, 1 / 240]) {
      const worst = (strike) => {
        const off = Array.from({ length: 12 }, (_, k) =>
          Math.abs(strike(postOf(at, 0.45 + 0.007 * k), e, dt) / SPEED + e),
        );
        return Math.max(...off).toFixed(3);
      };
      const figures = [worst(inScree), worst((...args) => inBox2d(adapter, ...args))];
      console.log(`${at.toFixed(2)} m, e = ${e}, 1/${Math.round(1 / dt)} s: ${figures[0]}, box2d3-wasm ${figures[1]}`);
    }
  }
}
