// What a job's record must have; and how complete records were and by which form they were read, in the log and in its
// counters. By day it is summed alone, so that servers of version 0.1.0 go on counting in their own form.

export const recordFields = `
alter table jobs add column require text, add column require_any text;

alter table calls add column record_form text, add column fields_filled smallint, add column fields_asked smallint;

alter table rollups add column fields_filled bigint not null default 0, add column fields_asked bigint not null default 0;

alter table rollups_hourly add column form text not null default '',
  add column fields_filled bigint not null default 0, add column fields_asked bigint not null default 0,
  drop constraint rollups_hourly_pkey,
  add primary key (account_id, hour, endpoint, key_id, provider, form, status, ms_at_most);
`
