// Time as an argument: code that needs a date takes a Clock, so tests move time instead of sleeping. Durations never
// use it, because it steps when the clock of the machine is set: they use `performance.now()`. Money does not either:
// balances, quotas and expiry follow the clock of the database.

/** Returns the current time. Code that needs the time takes a Clock, so that tests can set it. */
export type Clock = () => Date

/**
 * The clock of the machine: the default for a Clock.
 *
 * @example
 * const now = fromRfc822(page.headers?.date) ?? systemClock()
 */
export const systemClock: Clock = () => new Date()
