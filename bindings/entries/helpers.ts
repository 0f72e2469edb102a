// `scree/helpers`: characters and vehicles, on top of the interface.
export { Character, type CharacterOptions } from "../helpers/character.js";
export { Car, TopDownVehicle, type CarOptions, type Driving, type TopDownVehicleOptions } from "../helpers/vehicle.js";
