/** Of AssemblyScript, beside what its portable types tell: ends a compilation. */
declare function ERROR(message?: string): never;
