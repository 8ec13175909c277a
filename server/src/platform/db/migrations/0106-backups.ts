// The scheduled backups: one row per attempt, so that several servers share one schedule and every server can report
// it.
// `removed`: the file was deleted because newer ones exist. `alarmed`: the alert about overdue backups was sent.

export const backupRuns = `
create table backup_runs (
  id bigint generated always as identity primary key,
  started timestamptz not null,
  finished timestamptz,
  succeeded boolean,
  name text not null,
  bytes bigint,
  error text,
  removed boolean not null default false,
  alarmed boolean not null default false,
  check ((finished is null) = (succeeded is null))
);
`
