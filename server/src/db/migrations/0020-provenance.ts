// Which provider a job was to ask, and where its record came from; the same of what is answered again under an
// idempotency key, with what it cost the first time.

export const provenance = `
alter table jobs add column provider text, add column provenance json;
alter table idempotency_keys add column provenance json, add column credits integer;
`
