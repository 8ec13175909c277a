// Time as an argument: code that needs "now" takes a Clock, so tests move time instead of sleeping. Money never uses
// it: balances, quotas and expiry follow the clock of the database.

/** Returns the current time. Code that needs the time takes a Clock, so that tests can set it. */
export type Clock = () => Date

/**
 * The clock of the machine: the default for a Clock.
 *
 * @example
 * const now = fromRfc822(page.headers?.date) ?? systemClock()
 */
export const systemClock: Clock = () => new Date()
