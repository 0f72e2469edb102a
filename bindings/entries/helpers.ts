// `scree/helpers`: characters and vehicles, built on the public interface.
export { Character } from "../helpers/character.js";
export type { CharacterBodyState } from "../helpers/character_body.js";
export type { CharacterOptions, CharacterState } from "../helpers/character_data.js";
export {
  Car,
  TopDownVehicle,
  type CarOptions,
  type CarState,
  type Driving,
  type TopDownVehicleOptions,
} from "../helpers/vehicle.js";
