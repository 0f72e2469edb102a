import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/**/*.test.{ts,mjs}"],
    // Cores are compiled and scenes of thousands of bodies stepped inside tests; long forms take as long as they take.
    testTimeout: process.env.SCREE_LONG === "1" ? 0 : 300_000,
    hookTimeout: 120_000,
    // By default Vitest leaves one processor core unused, which on a machine of two is half.
    maxWorkers: "100%",
    reporters: ["default", "./scripts/closing_line.mjs"],
    setupFiles: process.env.SCREE_COVERAGE ? ["./scripts/block_coverage/vitest_setup.mjs"] : [],
  },
});
