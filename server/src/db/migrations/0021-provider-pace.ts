// How often each outside interface was asked: the turns of the last minute and those already promised, and how many
// there were in each hour, from which budgets of days and months are counted.

export const providerPace = `
create table provider_turns (
  provider text primary key,
  turns timestamptz[] not null default '{}'
) with (fillfactor = 50);

create table provider_hours (
  provider text not null,
  hour timestamptz not null,
  turns integer not null,
  primary key (provider, hour)
);
`
