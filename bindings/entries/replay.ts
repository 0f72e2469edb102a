// `scree/replay`: runs that can be played again, and small snapshots.
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
