import { vi } from 'vitest'

/** Until nothing is thrown. It comes at once on a quiet machine; a busy one is no failure. */
export const eventually = <Seen>(look: () => Seen | Promise<Seen>): Promise<Seen> => vi.waitFor(look, 30_000)
