// Until when a result, and an answer under an idempotency key, may lie here: where it came from an interface whose
// licence bounds how long it may be kept. Past it the text is removed, and the row stays to tell of the call.

export const boundedKeeping = `
alter table jobs add column result_until timestamptz;
create index jobs_results_bounded on jobs (result_until) where result_until is not null and result is not null;
alter table idempotency_keys add column body_until timestamptz;
create index idempotency_bodies_bounded on idempotency_keys (body_until) where body_until is not null and body <> '';
`
