/** Part of AssemblyScript but missing from its portable types: ends a compilation with an error. */
declare function ERROR(message?: string): never;
