// The AssemblyScript runtime of the core: nothing. The core has its own allocator (memory/allocator.ts), so a managed
// object (`new` of an ordinary class, a string, an array) fails to compile instead of allocating behind our back.
