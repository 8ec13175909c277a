// Waits in tests until a check passes.
import { vi } from 'vitest'

/** Repeats until nothing is thrown. A busy machine may take long, so the time limit is generous. */
export const eventually = <Seen>(check: () => Seen | Promise<Seen>): Promise<Seen> =>
  vi.waitFor(check, 60_000)
