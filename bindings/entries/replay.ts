// `scree/replay`: recorded runs that can be replayed, and small snapshots.
export { packSnapshot, unpackSnapshot } from "../delta.js";
export {
  Recorder,
  recordingFromBytes,
  recordingToBytes,
  replay,
  type Recording,
  type Replay,
  type ReplayOptions,
} from "../replay.js";
