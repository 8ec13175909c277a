// The flags for Node.js and the variables for the C library that a server is started with. `bench/start-options.ts`
// measures what each of them gains.

export const nodeFlags = [
  '--max-semi-space-size=16',
  '--no-parallel-scavenge',
  '--no-allocation-site-pretenuring',
]

export const mallocVariables = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_TRIM_THRESHOLD_: '1048576',
}
