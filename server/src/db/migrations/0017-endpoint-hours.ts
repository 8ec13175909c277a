// How endpoints did, hour by hour and over all accounts, for the open status page: the rollups belong to accounts, and
// reading all of them would cost more the more callers there are. The hour comes first in the key because old ones go.

export const endpointHours = `
create table endpoint_hours (
  hour timestamptz not null,
  endpoint text not null,
  provider text not null,
  ms_at_most integer not null,
  ok bigint not null,
  failed bigint not null,
  primary key (hour, endpoint, provider, ms_at_most)
) with (fillfactor = 70);
`
