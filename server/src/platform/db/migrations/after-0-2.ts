// The migrations after version 0.2.0.
import { refuseServers } from './version-0-2.ts'

/** Fails while a server of version 0.2.0 or older is connected. Servers of this version have another name. */
const refuseOlderServers = refuseServers("application_name in ('quarry', 'quarry/2')")

// The job queue is read by account and endpoint, so that a worker chooses accounts before it takes jobs. A queued job may
// always be taken, and only a running one has a lease: lanes, priorities and start times are gone. Older servers take
// jobs by them, so all must be stopped.
const fairQueue = `${refuseOlderServers}
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

// Due messages are read by account, and first tries apart from retries, so that a server chooses accounts before it
// takes messages. The secret of an account also counts the tries that failed since a message was accepted, up to 3;
// null before the first try.
const fairDeliveries = `
alter table webhook_secrets add failures smallint;
drop index webhook_deliveries_due;
create index webhook_deliveries_due on webhook_deliveries (least(attempts, 1), account_id, next_at, id)
  where state = 'pending';
-- Servers read past the index entries of messages that were taken until these are vacuumed.
alter table webhook_deliveries set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
`

// Corrections of bonus credits, and constraints for what the ledger can never have.
//
// A value that is added to an enum cannot be used before the commit, so the constraint of the ledger does not name the
// new entry. It is not checked for existing rows: that would read the whole ledger, whose rows never change.
//
// The bucket of grain 0 has the credits of all hours whose buckets were deleted, so that the buckets of a key add up to
// its meter.
// What a period was granted is derived from the ledger. A database in which it was changed by hand is repaired, because
// every charge of an account that violates the constraint would fail.
const repairPeriods = `
update accounts a set period_granted = greatest(l.credits, a.subscription_available, a.subscription_total)
from (
  select a.id, coalesce(sum(case l.entry when 'grant' then l.credits else -l.credits end), 0) as credits
  from accounts a left join ledger l
    on l.account_id = a.id and l.period = a.period and l.fund = 'subscription' and l.entry in ('grant', 'expire')
  group by a.id) l
where l.id = a.id and a.period_granted < greatest(a.subscription_available, a.subscription_total);
`

const exactLedger = `
alter type entry add value if not exists 'correct';

alter table accounts add bonus_corrected bigint not null default 0 check (bonus_corrected >= 0);
alter table accounts drop constraint bonus_adds_up, add constraint bonus_adds_up
  check (bonus_granted = bonus_available + bonus_held + bonus_charged + bonus_corrected);
${repairPeriods}
alter table accounts add constraint period_granted_covers
  check (period_granted >= subscription_available and period_granted >= subscription_total);

alter table ledger add constraint entry_of_fund check (
  case fund when 'subscription' then entry in ('grant', 'charge', 'expire') else entry <> 'expire' end) not valid;

alter table quota_buckets drop constraint quota_buckets_grain_seconds_check,
  add constraint quota_buckets_grain_seconds_check check (grain_seconds in (0, 60, 3600));
insert into quota_buckets (key_id, grain_seconds, start, credits)
select m.key_id, 0, '-infinity', m.credits - coalesce(sum(b.credits), 0)
from key_meters m left join quota_buckets b on b.key_id = m.key_id and b.grain_seconds = 3600
group by m.key_id having m.credits > coalesce(sum(b.credits), 0);
`

// The period of an account without a subscription is the calendar month in UTC. What such an account was charged before
// counts in its first month.
const calendarMonths = `
alter table accounts drop constraint period_or_none;
update accounts set period_start = quarry_month(quarry_now()), period_end = quarry_next_month(quarry_now())
where period_start is null;
alter table accounts
  alter period_start set default quarry_month(quarry_now()), alter period_start set not null,
  alter period_end set default quarry_next_month(quarry_now()), alter period_end set not null;
`

/**
 * Finds the rows of a request. Ids of version 7 are in the order of time, so that inserts append to the index; the times
 * in them are not used, because the clock of a server may be wrong.
 */
const callsByRequest = 'create index calls_of_request on calls (request_id);'

// Gives tables, columns and functions the names that the code uses. Older servers would fail with every statement that
// has one of the older names, so all must be stopped.
const namesOfTheCode = `${refuseOlderServers}
alter table provider_turns rename to provider_bookings;
alter table provider_bookings rename constraint provider_turns_pkey to provider_bookings_pkey;
alter table provider_bookings rename turns to times;
alter table provider_bookings rename rest_until to paused_until;
alter table provider_hours rename turns to bookings;

alter table provider_answers rename to final_responses;
alter table final_responses rename constraint provider_answers_pkey to final_responses_pkey;

alter table calls rename fields_asked to fields_total;
alter table rollups rename fields_asked to fields_total;
alter table rollups_hourly rename fields_asked to fields_total;
alter table rollups_pending rename fields_asked to fields_total;

alter table accounts rename rate_limit_given to rate_limit_set;
alter table webhook_secrets rename made to created;

drop function if exists quarry_book_turns(text, integer[], integer, integer, integer, integer, integer);
drop function if exists quarry_quota_room(integer, uuid, timestamptz);
delete from functions where signature in (
  'quarry_book_turns(text, integer[], integer, integer, integer, integer, integer)',
  'quarry_quota_room(integer, uuid, timestamptz)');
`

export const laterMigrations = {
  '0109-fair-queue': fairQueue,
  '0110-fair-deliveries': fairDeliveries,
  '0111-exact-ledger': exactLedger,
  '0112-calendar-months': calendarMonths,
  '0113-calls-by-request': callsByRequest,
  '0114-names': namesOfTheCode,
}
