// The whole AssemblyScript runtime of the core: an allocator, no collector. A managed object
// (`new` of an ordinary class, a string, an array) therefore fails to compile instead of leaking.
import "rt/tlsf";
