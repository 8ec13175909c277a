// Alarms that have ended, for the status page: few rows, dropped after a month.

export const incidents = `
create table incidents (
  id bigint generated always as identity primary key,
  endpoint text not null,
  provider text not null,
  form text not null,
  field text,
  kind text not null,
  since timestamptz not null,
  until timestamptz not null
);
`
