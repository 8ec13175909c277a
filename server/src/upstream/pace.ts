// The bound on how often a provider is asked, as fetching sees it: a turn is waited for before each try. Who counts the
// turns of all servers is put in from outside.
import type { Pace } from '@quarry/kit/upstream-api'

/**
 * Waits for the provider's next turn, `waitMs` at most, and tells when it was; null where no turn is needed. Throws
 * upstream_paced at once where none comes in that time.
 */
export type TakeTurn = (
  provider: string,
  pace: Pace,
  waitMs: number,
  signal: AbortSignal,
) => Promise<number | null>

/** A turn that was not used in this time is no turn any more: others have been given the time after it. */
export const turnLastsMs = 500
