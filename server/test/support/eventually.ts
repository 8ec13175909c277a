import { vi } from 'vitest'

/** Repeats until nothing is thrown. A busy machine may take long, so the time limit is generous. */
export const eventually = <Seen>(look: () => Seen | Promise<Seen>): Promise<Seen> => vi.waitFor(look, 30_000)
