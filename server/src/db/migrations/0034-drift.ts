// What is remembered of the records of each endpoint, provider and form, to tell when a site sends something else: the
// last calls and the counts of all before them, as one piece (compressed JSON), with a version by
// which servers take turns.

export const drift = `
create table drift_series (
  endpoint text not null,
  provider text not null,
  form text not null,
  signature text not null,
  version bigint not null,
  state bytea not null,
  alarms jsonb not null,
  updated timestamptz not null,
  primary key (endpoint, provider, form, signature)
) with (fillfactor = 50);
alter table drift_series alter column state set storage external;
`
