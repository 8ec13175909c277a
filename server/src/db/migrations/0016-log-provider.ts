// Who answered a call, and counters by hour that know it too. They stand beside those by day, which servers of version
// 0.1.0 go on writing in their own form during an upgrade. Past hours are deleted by time, so that has a small index.

export const logProvider = `
alter table calls add column provider text;

create table rollups_hourly (
  account_id integer not null,
  hour timestamptz not null,
  endpoint text not null,
  key_id uuid not null,
  provider text not null,
  status smallint not null,
  ms_at_most integer not null,
  calls bigint not null,
  credits bigint not null,
  primary key (account_id, hour, endpoint, key_id, provider, status, ms_at_most)
) with (fillfactor = 70);

create index rollups_hourly_by_time on rollups_hourly using brin (hour) with (autosummarize = on);
`
