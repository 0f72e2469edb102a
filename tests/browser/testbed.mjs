// The testbed in Chromium: every demo runs, keys, mouse and fingers work as documented, and hashes equal those in Node.
//   npm run test:browser        needs Chromium (Debian's package, or its path in CHROMIUM); pictures in out/testbed
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { after, before, test } from "node:test";
import { build as bundle } from "esbuild";
import { chromium } from "playwright-core";
import { build, preview } from "vite";
import { chromiumOptions } from "../../examples/shared/chromium.mjs";
import { DEMOS } from "../../examples/testbed/demos/index.mjs";

const path = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));
const configFile = path("../../examples/testbed/vite.config.mjs");

let server;
let browser;
/** A page on a desktop, and one on a phone held upright. */
let page;
let phone;
let address;
/** @type {string[]} errors that the pages reported */
const errors = [];

before(async () => {
  const options = chromiumOptions();
  await build({ configFile, logLevel: "error" });
  server = await preview({ configFile, preview: { port: 0, host: "127.0.0.1" } });
  browser = await chromium.launch(options);
  address = `http://127.0.0.1:${server.httpServer.address().port}/`;
  page = await open({ viewport: { width: 1000, height: 700 } });
  phone = await open({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
});

async function open(/** @type {import("playwright-core").BrowserContextOptions} */ options) {
  const page = await browser.newPage(options);
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await page.goto(address);
  return page;
}

after(async () => {
  await browser?.close();
  await server?.close();
});

const report = (on = page) => on.evaluate("window.testbed.report()");
const stepCount = async () => Number(/step (\d+)/.exec(await page.textContent("#figures"))?.[1]);

/** Chooses a demo, and waits until it is painted, since the mapping is that of the last picture. */
async function choose(/** @type {string} */ name, on = page) {
  await on.selectOption("#demo", { label: name });
  await painted(on);
}

const painted = (on = page) =>
  on.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))).then(() => {})");

/** Waits until a report satisfies a condition. */
async function until(/** @type {(report: any) => boolean} */ condition, /** @type {string} */ what, on = page) {
  const end = Date.now() + 30_000;
  for (;;) {
    const now = await report(on);
    if (condition(now)) return now;
    assert.ok(Date.now() < end, `${what}: ${JSON.stringify(now)}`);
    await on.waitForTimeout(50);
  }
}

/** A pixel of the page, or the point of the world that is seen there. @typedef {{ x: number, y: number }} Point */

/** @returns {Promise<Point>} */
const pixelOf = (/** @type {Point} */ { x, y }, on = page) =>
  on.evaluate(`{
    const { scale, origin } = testbed.mapping();
    const { left, top } = document.querySelector("canvas").getBoundingClientRect();
    ({ x: left + origin.x + ${x} * scale, y: top + origin.y - ${y} * scale });
  }`);

/** @returns {Promise<Point>} */
const pointAt = (/** @type {Point} */ { x, y }, on = page) =>
  on.evaluate(`{
    const { scale, origin } = testbed.mapping();
    const { left, top } = document.querySelector("canvas").getBoundingClientRect();
    ({ x: (${x} - left - origin.x) / scale, y: (origin.y - ${y} + top) / scale });
  }`);

const scaleOf = (on = page) => on.evaluate("testbed.mapping().scale");

function assertNear(/** @type {Point} */ one, /** @type {Point} */ other, /** @type {string} */ what) {
  const distance = Math.hypot(one.x - other.x, one.y - other.y);
  assert.ok(distance < 0.1, `${what}: ${JSON.stringify([one, other])}`);
}

/** Sends a touch event with fingers at these points; fingers left out are lifted. */
async function touch(/** @type {string} */ type, /** @type {Point[]} */ points, on = phone) {
  on.touches ??= await on.context().newCDPSession(on);
  await on.touches.send("Input.dispatchTouchEvent", {
    type,
    touchPoints: points.map((point, id) => ({ ...point, id })),
  });
}

/** Does the same, and waits until the result is painted. */
async function fingers(/** @type {string} */ type, /** @type {Point[]} */ points, on = phone) {
  await touch(type, points, on);
  await painted(on);
}

const between = (/** @type {Point} */ a, /** @type {Point} */ b, /** @type {number} */ part) => ({
  x: a.x + part * (b.x - a.x),
  y: a.y + part * (b.y - a.y),
});

/** One finger goes down at one place and slides to another. */
async function slide(/** @type {Point} */ from, /** @type {Point} */ to, on = phone) {
  await fingers("touchStart", [from], on);
  for (let step = 1; step <= 5; step += 1) await fingers("touchMove", [between(from, to, step / 5)], on);
}

for (const [index, { name }] of DEMOS.entries()) {
  test(`${name} runs and is painted`, async () => {
    await choose(name);
    await page.check("#contacts");
    const from = await stepCount();
    const end = Date.now() + 30_000;
    while ((await stepCount()) < from + 60 && Date.now() < end) await page.waitForTimeout(100);
    await page.screenshot({ path: path(`../../out/testbed/demo_${index}.png`) });
    const colours = await page.evaluate(() => {
      const canvas = document.querySelector("canvas");
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      return new Set(new Uint32Array(data.buffer)).size;
    });
    assert.ok(colours > 3, `${colours} colours`);
    assert.deepEqual(errors, []);
  });
}

test("pause stops the world, step takes one step, restart begins anew", async () => {
  await choose("Bowl");
  await page.click("#pause");
  await page.waitForTimeout(100);
  const paused = await stepCount();
  await page.waitForTimeout(300);
  assert.equal(await stepCount(), paused);
  await page.click("#step");
  await page.waitForTimeout(100);
  assert.equal(await stepCount(), paused + 1);
  await page.click("#restart");
  await page.waitForTimeout(100);
  assert.equal(await stepCount(), 0);
  await page.click("#pause");
});

test("arrow keys drive the car", async () => {
  await choose("Car");
  const { x } = await report();
  await page.keyboard.down("ArrowRight");
  await until((now) => now.x > x + 5, "the car drives");
  await page.keyboard.up("ArrowRight");
});

test("space shoots at the tower", async () => {
  await choose("Slingshot and tower");
  await page.keyboard.down("Space");
  await until((now) => now.fallen > 3, "the tower falls");
  await page.keyboard.up("Space");
});

test("the mouse drags a body", async () => {
  await choose("Slingshot and tower");
  const [ball, there] = [await pixelOf({ x: -10, y: 2 }), await pixelOf({ x: -6, y: 6 })];
  await page.mouse.move(ball.x, ball.y);
  await page.mouse.down();
  await page.mouse.move(there.x, there.y, { steps: 10 });
  const near = "window.testbed.world().overlapAABB({ x: -6.6, y: 5.4 }, { x: -5.4, y: 6.6 }).length";
  await page.waitForFunction(`${near} > 0`);
  await page.mouse.up();
});

/** The centres of two bodies of the tower, in pixels of the page. @returns {Promise<Point[]>} */
async function towerOnPage(on = page) {
  await choose("Slingshot and tower", on);
  const bodies = await on.evaluate(`{
    const bodies = testbed.world().bodies.filter(({ type }) => type === "dynamic");
    [bodies[0], bodies[3]].map(({ x, y }) => ({ x, y }));
  }`);
  return Promise.all(bodies.map((body) => pixelOf(body, on)));
}

const drags = (on = page) => on.evaluate('testbed.world().joints.filter(({ type }) => type === "mouse").length');

test("each finger drags a body and lets it go, even when the system cancels the touch", async () => {
  for (const end of ["touchEnd", "touchCancel"]) {
    const points = await towerOnPage(phone);
    await fingers("touchStart", points.slice(0, 1));
    await phone.waitForTimeout(400);
    await fingers("touchStart", points);
    assert.equal(await drags(phone), 2);
    await fingers(end, []);
    assert.equal(await drags(phone), 0, end);
  }
});

test("a finger drags even a small body", async () => {
  await choose("Slingshot and tower", phone);
  const ball = await pixelOf({ x: -10, y: 2 }, phone);
  const there = await pixelOf({ x: -6, y: 6 }, phone);
  const away = (await scaleOf(phone)) * 0.4 + 6; // beside the ball, whose radius is 0.4 m
  await slide({ x: ball.x, y: ball.y - away }, { x: there.x, y: there.y - away });
  const near = "testbed.world().overlapAABB({ x: -6.6, y: 5.4 }, { x: -5.4, y: 6.6 }).length";
  await phone.waitForFunction(`${near} > 0`);
  await fingers("touchEnd", []);
});

test("a dragged body is let go when the demo changes or restarts and when the window loses the focus", async () => {
  const leave = {
    blur: () => phone.evaluate('window.dispatchEvent(new Event("blur")); undefined'),
    restart: () => phone.evaluate('document.querySelector("#restart").click()'),
    change: () => choose("Bowl", phone),
  };
  for (const [way, go] of Object.entries(leave)) {
    const [body] = await towerOnPage(phone);
    await fingers("touchStart", [body]);
    assert.equal(await drags(phone), 1);
    await go();
    assert.equal(await drags(phone), 0, way);
    await fingers("touchMove", [{ x: body.x + 40, y: body.y }]);
    await fingers("touchEnd", []);
  }
  assert.deepEqual(errors, []);
});

test("a body that the picture follows stays under the finger that drags it", async () => {
  await choose("Car", phone);
  const { x, y } = await report(phone);
  const car = await pixelOf({ x, y }, phone);
  const there = { x: car.x - 60, y: car.y - 80 };
  await slide(car, there);
  await phone.waitForTimeout(1500);
  assertNear(await report(phone), await pointAt(there, phone), "the car is under the finger");
  await fingers("touchEnd", []);
  await phone.waitForTimeout(1500);
  const middle = await pixelOf(await report(phone), phone);
  assert.ok(Math.hypot(middle.x - car.x, middle.y - car.y) < 5, "the picture follows again");
});

test("one finger beside bodies moves the picture, and two spreading fingers enlarge it about their middle", async () => {
  await choose("Slopes", phone);
  const scale = await scaleOf(phone);
  const [from, to] = [
    { x: 100, y: 560 },
    { x: 190, y: 500 },
  ];
  const held = await pointAt(from, phone);
  await slide(from, to);
  assertNear(await pointAt(to, phone), held, "the point is under the finger");
  assert.equal(await scaleOf(phone), scale);
  await fingers("touchEnd", []);

  const bodies = await towerOnPage(phone);
  const middle = between(bodies[0], bodies[1], 0.5);
  const before = await scaleOf(phone);
  const kept = await pointAt(middle, phone);
  await fingers("touchStart", bodies);
  assert.equal(await drags(phone), 0, "together they drag nothing");
  for (let step = 1; step <= 5; step += 1) {
    await fingers("touchMove", [between(bodies[0], middle, -step / 5), between(bodies[1], middle, -step / 5)]);
  }
  const ratio = (await scaleOf(phone)) / before;
  assert.ok(Math.abs(ratio - 2) < 0.05, `${ratio} times as large`);
  assertNear(await pointAt(middle, phone), kept, "the middle stays");
  await fingers("touchEnd", []);
});

test("a double tap beside bodies, the button and the key 0 reset the view", async () => {
  const spot = { x: 40, y: 560 };
  const tap = async () => {
    await touch("touchStart", [spot]);
    await touch("touchEnd", []);
  };
  const ways = {
    tap: async () => {
      await tap();
      await tap();
      await painted(phone);
    },
    button: () => phone.tap("#reset"),
    key: async () => {
      await phone.focus("canvas");
      await phone.keyboard.press("0");
    },
  };
  await choose("Slopes", phone);
  const whole = await phone.evaluate("testbed.mapping()");
  for (const [way, reset] of Object.entries(ways)) {
    await slide(spot, { x: 90, y: 500 });
    await fingers("touchEnd", []);
    await phone.waitForTimeout(400);
    assert.notDeepEqual(await phone.evaluate("testbed.mapping()"), whole);
    await reset();
    assert.deepEqual(await phone.evaluate("testbed.mapping()"), whole, way);
  }
});

test("the wheel zooms about the pointer, within limits", async () => {
  await choose("Slopes");
  const at = { x: 700, y: 500 };
  const kept = await pointAt(at);
  await page.mouse.move(at.x, at.y);
  const scales = [await scaleOf()];
  for (const turn of [-300, 600, -1e5, 2e5]) {
    await page.mouse.wheel(0, turn);
    await page.waitForTimeout(100);
    scales.push(await scaleOf());
    assertNear(await pointAt(at), kept, "the point under the pointer stays");
  }
  const [whole, near, far, nearest, farthest] = scales;
  assert.ok(far < whole && whole < near && near < nearest && farthest < far, scales.join(" "));
  assert.ok(nearest < 100 * whole && farthest > whole / 10, scales.join(" "));
});

test("the right button, the middle one, and the left with the space bar move the picture instead of dragging", async () => {
  for (const way of ["right", "middle", "space"]) {
    const [from] = await towerOnPage();
    const to = { x: from.x - 80, y: from.y - 50 };
    const button = way === "space" ? "left" : way;
    const held = await pointAt(from);
    if (way === "space") await page.keyboard.down("Space");
    await page.mouse.move(from.x, from.y);
    await page.mouse.down({ button });
    assert.equal(await drags(), 0);
    await page.mouse.move(to.x, to.y, { steps: 4 });
    assertNear(await pointAt(to), held, way);
    await page.mouse.up({ button });
    await page.keyboard.up("Space");
  }
});

test("on a touch screen buttons do what keys do, and are released however the finger leaves", async () => {
  assert.equal(await page.isVisible("#pad"), false);
  await choose("Car", phone);
  const button = phone.getByRole("button", { name: "Forward" });
  const { x, y, width, height } = await button.boundingBox();
  const on = { x: x + width / 2, y: y + height / 2 };
  const leave = {
    lift: () => fingers("touchEnd", []),
    cancel: () => fingers("touchCancel", []),
    slide: () => fingers("touchMove", [{ x: on.x, y: on.y - 150 }]),
  };
  const holds = () => button.evaluate((element) => element.classList.contains("held"));
  for (const [way, go] of Object.entries(leave)) {
    await choose("Bowl", phone);
    assert.equal(await phone.locator("#pad button").count(), 0);
    await choose("Car", phone);
    const from = await report(phone);
    await fingers("touchStart", [on]);
    await until((now) => now.x > from.x + 2, "the car drives", phone);
    await go();
    assert.equal(await holds(), false, way);
    if (way === "slide") await fingers("touchEnd", []);
  }
  // Screen readers and keys can only click.
  await choose("Slingshot and tower", phone);
  await phone.focus("#pad button");
  await phone.keyboard.press("Space");
  await until(({ shot }) => shot, "the ball is shot", phone);
});

test("a canvas that has no size for a while stops no world and moves no view", async () => {
  await choose("Bowl");
  const seen = await page.evaluate("testbed.mapping()");
  const [body] = await page.evaluate("testbed.world().bodies.slice(-1).map(({ x, y }) => ({ x, y }))");
  const ball = await pixelOf(body);
  await page.mouse.move(ball.x, ball.y);
  await page.mouse.down();
  for (const style of ["none", "block"]) {
    await page.evaluate(`document.querySelector("main").style.display = "${style}"`);
    await page.keyboard.press("+");
    await page.keyboard.press("-");
    const from = await stepCount();
    await page.waitForTimeout(300);
    if (style === "block") assert.ok((await stepCount()) > from, "the steps go on");
  }
  await page.mouse.up();
  const { scale, origin } = await page.evaluate("testbed.mapping()");
  assert.ok(Math.abs(scale / seen.scale - 1) < 1e-6);
  assertNear(origin, seen.origin, "the view is where it was");
  assert.deepEqual(errors.splice(0), []);
});

test("the smallest windows show a picture", async () => {
  for (const [width, height] of [
    [250, 250],
    [240, 320],
  ]) {
    await page.setViewportSize({ width, height });
    await painted();
    assert.ok((await page.evaluate('document.querySelector("canvas").clientHeight')) > 100, `${width} x ${height}`);
  }
  await page.setViewportSize({ width: 1000, height: 700 });
  assert.deepEqual(errors.splice(0), []);
});

test("the page fits a phone, upright and on its side, and the picture takes most of it", async () => {
  const wordiest = DEMOS.reduce((one, other) => (other.about.length > one.about.length ? other : one));
  for (const [width, height] of [
    [360, 640],
    [568, 320],
    [640, 360],
    [740, 360],
  ]) {
    await phone.setViewportSize({ width, height });
    await choose(wordiest.name, phone);
    for (const part of ["#demo", "#about"]) {
      const header = await phone.locator("header").boundingBox();
      const box = await phone.locator(part).boundingBox();
      const fits = box.x + box.width <= header.x + header.width && box.y + box.height <= height;
      assert.ok(fits, `${part} at ${width} px: ${JSON.stringify(box)}`);
    }
    assert.ok(await phone.evaluate("document.documentElement.scrollWidth <= innerWidth"), `${width} px`);
    const canvas = await phone.locator("canvas").boundingBox();
    assert.ok(canvas.width * canvas.height > 0.5 * width * height, `${width} px: ${JSON.stringify(canvas)}`);
    await phone.screenshot({ path: path(`../../out/testbed/phone_${width}.png`) });
  }
  await phone.setViewportSize({ width: 360, height: 640 });
});

test("steady motion is painted steadily, even between two steps", async () => {
  await choose("Slopes");
  const moves = await page.evaluate(async () => {
    const { circle } = window.testbed.builds.simd;
    const from = { position: { x: 0, y: 6 }, linearVelocity: { x: 2, y: 0 }, gravityScale: 0, shape: circle(0.1) };
    window.testbed.world().createBody({ type: "dynamic", ...from });
    const { prototype } = CanvasRenderingContext2D;
    const { arc } = prototype;
    let last = 0;
    prototype.arc = function (x, ...rest) {
      last = x;
      arc.call(this, x, ...rest);
    };
    const frames = [];
    for (let frame = 0; frame < 130; frame += 1) {
      const time = await new Promise(requestAnimationFrame);
      // The page asked for this frame first, so it has already painted it.
      frames.push({ time, x: last });
    }
    prototype.arc = arc;
    const { scale } = window.testbed.mapping();
    return frames.slice(10).map(({ time, x }, index) => {
      const before = frames[index + 9];
      return { took: (time - before.time) / 1000, went: (x - before.x) / scale / 2 };
    });
  });
  const even = moves.filter(({ took }) => took < 0.1); // of longer frames the world does not get all of the time
  const off = even.map(({ took, went }) => Math.abs(went - took)); // seconds
  assert.ok(Math.max(...off) < 0.004, `off by ${Math.max(...off)} s`);
});

test("the address keeps demo and build, and opens them again; unknown names open the first ones", async () => {
  const state = () =>
    page.evaluate('[testbed.world().backend, document.querySelector("#demo").value, location.search]');
  await choose("Bowl");
  for (const build of ["scalar", "js", "simd"]) {
    await page.selectOption("#build", build);
    assert.deepEqual(await state(), [build, "bowl", `?demo=bowl&build=${build}`]);
  }
  await page.goto(`${address}?demo=tumbling-boxes&build=js`);
  assert.deepEqual(await state(), ["js", "tumbling-boxes", "?demo=tumbling-boxes&build=js"]);
  await page.goto(`${address}?demo=nobody&build=nothing`);
  assert.deepEqual(await state(), ["simd", "car", "?demo=car&build=simd"]);
  assert.deepEqual(errors, []);
});

test("keys operate the control that has the focus, and are released when the window loses the focus", async () => {
  await choose("Car");
  await page.focus("#contacts");
  const shown = await page.isChecked("#contacts");
  await page.keyboard.press("Space");
  assert.equal(await page.isChecked("#contacts"), !shown);
  await page.focus("#demo");
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.inputValue("#demo"), "platformer-on-tiles");
  await choose("Car");
  await page.focus("canvas");
  const { x } = await report();
  await page.keyboard.down("ArrowRight");
  await until((now) => now.x > x + 2, "the car drives");
  await page.evaluate('window.dispatchEvent(new Event("blur")); undefined');
  await page.waitForTimeout(1500);
  const rolled = (await report()).x;
  await page.waitForTimeout(1000);
  assert.ok((await report()).x < rolled + 8, "nobody drives the car");
  await page.keyboard.up("ArrowRight");
});

test("the keys of the view work from the start, but not while a list has the focus", async () => {
  const fresh = await open({ viewport: { width: 1000, height: 700 } });
  const scale = await scaleOf(fresh);
  for (const [key, factor] of [
    ["+", 1.25],
    ["-", 1],
    ["-", 0.8],
    ["0", 1],
  ]) {
    await fresh.keyboard.press(key);
    assert.ok(Math.abs((await scaleOf(fresh)) / (scale * factor) - 1) < 1e-6, key);
  }
  await fresh.focus("#contacts");
  await fresh.keyboard.press("+");
  assert.ok((await scaleOf(fresh)) > scale);
  await fresh.focus("#demo");
  await fresh.keyboard.press("0");
  assert.ok((await scaleOf(fresh)) > scale);
  await fresh.close();
});

test("a key tapped for less than a frame is seen by one step, and is not held after it", async () => {
  await choose("Platformer on tiles");
  for (let tap = 1; tap <= 8; tap += 1) {
    await until(({ stands }) => stands, "it stands");
    await page.evaluate(`for (const type of ["keydown", "keyup"]) {
      window.dispatchEvent(new KeyboardEvent(type, { code: "ArrowUp" }));
    }`);
    await until(({ jumps, y }) => jumps === tap && y > 1.2, "it jumps");
  }
  await page.waitForTimeout(1500);
  assert.equal((await report()).jumps, 8);
});

test("the focus stays in the list of demos when keys choose, and moves to the demo when the mouse chooses", async () => {
  const focused = () => page.evaluate("document.activeElement.id");
  await choose("Car");
  await page.click("#demo");
  await page.keyboard.press("Escape"); // closes the list, which keeps the focus
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  assert.deepEqual([await focused(), await page.inputValue("#demo")], ["demo", "slingshot-and-tower"]);
  await page.keyboard.press("Tab");
  await choose("Car");
  assert.equal(await focused(), "canvas");
});

test("the list names the demo that is shown, even after navigating back to the page", async () => {
  await choose("Bowl");
  const left = page.url();
  await page.goto("about:blank");
  await page.goBack();
  await page.waitForFunction("window.testbed");
  await page.waitForTimeout(300);
  assert.equal(page.url(), left);
  assert.equal(await page.inputValue("#demo"), "bowl");
  assert.equal(await page.textContent("#about"), DEMOS.find(({ name }) => name === "Bowl")?.about);
});

test("the picture keeps its size when the figures get longer", async () => {
  const [before, after] = await page.evaluate(`{
    const canvas = document.querySelector("canvas");
    const heights = [canvas.clientHeight];
    document.querySelector("#figures").textContent = "slope 1234567.89 · ".repeat(30);
    [...heights, canvas.clientHeight];
  }`);
  assert.equal(after, before);
});

test("screen readers learn what the canvas is, and are not read the figures of every frame", async () => {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  const canvas = nodes.find(({ role }) => ["Canvas", "application"].includes(role?.value));
  assert.ok(canvas?.name.value, "the canvas has a name");
  const figures = nodes.find(({ role }) => role?.value === "status");
  assert.equal(figures?.properties.find(({ name }) => name === "live")?.value.value ?? "off", "off");
});

test("worlds in the browser have the same hashes as in Node", async () => {
  const { World, box, circle } = await import("../../dist/index.js");
  /** A heap that tumbles down a slope: its hash every 20 steps. */
  const run = (World, box, circle) => {
    const world = new World();
    world.createBody({ shape: box(60, 1), angle: 0.2 });
    for (let index = 0; index < 150; index += 1) {
      const shape = index % 3 === 0 ? circle(0.4) : box(0.7, 0.5 + 0.1 * (index % 4));
      world.createBody({ type: "dynamic", position: { x: (index % 15) - 7, y: 4 + Math.floor(index / 15) }, shape });
    }
    return Array.from({ length: 15 }, () => {
      for (let step = 0; step < 20; step += 1) world.step();
      return world.hash();
    });
  };
  const here = run(World, box, circle);
  for (const build of ["simd", "scalar", "js"]) {
    const there = await page.evaluate(
      `{ const { World, box, circle } = testbed.builds.${build}; (${run})(World, box, circle) }`,
    );
    assert.deepEqual(there, here, build);
  }
});

test("the golden scenes have the same hashes in the browser as in Node, at every step", async () => {
  const golden = JSON.parse(await readFile(path("../determinism/golden.json"), "utf8"));
  const { outputFiles } = await bundle({
    entryPoints: [path("../helpers/scenes.ts")],
    bundle: true,
    format: "iife",
    globalName: "goldenScenes",
    write: false,
  });
  await page.evaluate(`${outputFiles[0].text}; window.goldenScenes = goldenScenes; undefined`);
  for (const [name, wanted] of Object.entries(golden.paths)) {
    const steps = golden.steps.at(-1);
    const seen = await page.evaluate(
      `goldenScenes.hashes(testbed.builds.simd, goldenScenes.SCENES[${JSON.stringify(name)}], ${steps})`,
    );
    assert.equal(createHash("sha256").update(seen.join(" ")).digest("hex"), wanted, name);
  }
});
