// The bound on how often a provider is asked, as fetching sees it: a turn is waited for before each try. Who counts the
// turns of all servers is put in from outside.
import type { Pace } from '../contract/interface.ts'

/** Waits for the provider's next turn, `waitMs` at most; throws upstream_paced where none comes in that time. */
export type TakeTurn = (provider: string, pace: Pace, waitMs: number, signal: AbortSignal) => Promise<void>
