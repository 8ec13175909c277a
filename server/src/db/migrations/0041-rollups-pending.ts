// Counts that calls have left and that nobody has added to the rollups yet. A call appends to it, which costs the
// database a fraction of what finding and changing a counter does; adding up is done now and then, for all of them.
// It has no index, is short, and empties itself all the time, so it is vacuumed by the number of rows alone.

export const rollupsPending = `
create table rollups_pending (
  hour timestamptz not null,
  account_id integer not null,
  ms_at_most integer not null,
  calls bigint not null,
  credits bigint not null,
  fields_filled bigint not null,
  fields_asked bigint not null,
  key_id uuid not null,
  status smallint not null,
  endpoint text not null,
  provider text not null,
  form text not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
`
