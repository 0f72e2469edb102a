// Prints the look-up table of assembly/collision/hilbert.ts.
const entries = [];
for (let state = 0; state < 4; state++) {
  for (let x = 0; x < 16; x++) {
    for (let y = 0; y < 16; y++) {
      let swap = state & 1;
      let flip = state >> 1;
      let distance = 0;
      for (let bit = 3; bit >= 0; bit--) {
        const xBit = (x >> bit) & 1;
        const yBit = (y >> bit) & 1;
        const rx = (swap ? yBit : xBit) ^ flip;
        const ry = (swap ? xBit : yBit) ^ flip;
        distance = (distance << 2) | ((3 * rx) ^ ry);
        if (ry === 0) {
          flip ^= rx;
          swap ^= 1;
        }
      }
      entries.push((distance << 2) | swap | (flip << 1));
    }
  }
}
for (let i = 0; i < entries.length; i += 32) console.log(`  ${entries.slice(i, i + 32).join(", ")},`);
