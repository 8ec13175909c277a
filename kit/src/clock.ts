// Time as an argument: code that needs "now" takes a Clock, so tests move time instead of sleeping. Money never uses
// it: balances, quotas and expiry follow the clock of the database.

export type Clock = () => Date

export const systemClock: Clock = () => new Date()
