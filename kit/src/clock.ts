// Time as an argument: everything that needs "now" is given a Clock, so tests move time instead of sleeping.
// Money never uses it: the database's clock rules balances, quotas and expiry.

export type Clock = () => Date

export const systemClock: Clock = () => new Date()
