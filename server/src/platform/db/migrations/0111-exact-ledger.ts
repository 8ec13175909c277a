// Corrections of bonus credits, and constraints for what the ledger can never have.
//
// A value that is added to an enum cannot be used before the commit, so the constraint of the ledger does not name the
// new entry. It is not checked for existing rows: that would read the whole ledger, whose rows never change.
//
// The bucket of grain 0 has the credits of all hours whose buckets were deleted, so that the buckets of a key add up to
// its meter.

// What a period was granted is derived from the ledger. A database where it was changed by hand is repaired, because
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

export const exactLedger = `
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
