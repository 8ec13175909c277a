// What streams of events need beside the log: where among the numbers of the log a job began, and what makes the ids
// of events unreadable, so that they do not tell an account how much the others do.
//
// The number is set by the worker that takes the job first. The index holds the jobs that run, which are few.

export const events = `
alter table jobs add column start_number bigint;
create index jobs_running on jobs (start_number) where state = 'running';

create table event_secret (
  is_only boolean primary key default true check (is_only),
  secret uuid not null default gen_random_uuid()
);
insert into event_secret default values;
`
