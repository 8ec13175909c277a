// The period of an account without a subscription is the calendar month in UTC. What such an account was charged before
// counts in its first month.

export const calendarMonths = `
alter table accounts drop constraint period_or_none;
update accounts set period_start = quarry_month(quarry_now()), period_end = quarry_next_month(quarry_now())
where period_start is null;
alter table accounts
  alter period_start set default quarry_month(quarry_now()), alter period_start set not null,
  alter period_end set default quarry_next_month(quarry_now()), alter period_end set not null;
`
