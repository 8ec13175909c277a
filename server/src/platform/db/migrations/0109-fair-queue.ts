// The job queue is read by account and endpoint, so that a worker chooses accounts before it takes jobs. A queued job may
// always be taken, and only a running one has a lease: lanes, priorities and start times are gone. Older servers take
// jobs by them, so all must be stopped.
import { refuseOlderServers } from './0102-job-queue.ts'

export const fairQueue = `${refuseOlderServers}
alter table jobs drop lane, drop priority, drop available_at, add lease_until timestamptz;
update jobs set lease_until = now() where state = 'running';
create index jobs_queue on jobs (account_id, endpoint, coalesce(provider, ''),
  (case when coalesce(require, require_any) is null then 0 else 1 end), (case when batch_id is null then 0 else 1 end),
  created, id) where state = 'queued';
create index jobs_leases on jobs (lease_until) where state = 'running';
-- Workers read past the index entries of jobs that were taken until these are vacuumed.
alter table jobs set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);

drop function if exists quarry_take_jobs(text, integer, integer);
delete from functions where signature = 'quarry_take_jobs(text, integer, integer)';
`
