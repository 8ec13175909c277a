// Finds the oldest large answers of an account: the bound on stored bytes removes their bodies, and their keys stay, so
// that looking through all of an account's keys would take longer the more there are.

export const idempotentBodies = `
create index idempotency_keys_large_bodies on idempotency_keys (account_id, at) where octet_length(body) > 500;
`
