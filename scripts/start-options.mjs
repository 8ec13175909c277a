// The flags for Node.js and the variables for the C library that a server is started with. `bench/start-options.ts`
// measures what each of them gains.

/** Without it V8 sometimes allocates the objects of every call in the old space: 5 % more CPU time and 14 to 49 MB. */
export const nodeFlags = ['--no-allocation-site-pretenuring']

/** glibc returns blocks of a megabyte and more to the system at once: 34 MB less. */
export const mallocVariables = { MALLOC_MMAP_THRESHOLD_: '1048576' }
