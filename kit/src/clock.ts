// Time as an argument: code that needs a date takes a Clock, so that tests set the time instead of sleeping. Durations
// use `performance.now()`, because a Clock jumps when the clock of the machine is set. Balances, quotas and expiry use
// the clock of the database.

/** Returns the current time. Code that needs the time takes a Clock, so that tests can set it. */
export type Clock = () => Date

/** The clock of the machine: the default for a Clock. */
export const systemClock: Clock = () => new Date()
