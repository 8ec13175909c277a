// Books turns at an outside interface, for all servers at once: each asker gets the next moment at which every bound of
// the interface's pace still holds, or learns how long that would be where it is longer than he can wait. Turns lie in
// the future too, so that nobody has to ask twice and everybody is served in the order of asking.
//
// A request reaches its receiver a little later than its turn, and not always equally late: windows are longer than the
// bound says, by a tenth of a second and by a second. Days roll by the hour; months are those of the calendar, which is
// how budgets are sold. Some interfaces bound no number but the time from one request to the next.
import type { DatabaseFunction } from './database-function.ts'

export const bookTurnsFunction: DatabaseFunction = {
  signature: 'quarry_book_turns(text, integer[], integer, integer, integer, integer, integer)',
  version: 1,
  text: `
create or replace function quarry_book_turns(asked text, patience integer[], per_second integer, per_minute integer,
  per_day integer, per_month integer, seconds_apart integer) returns table (n integer, booked boolean, wait_ms integer)
language plpgsql as $$
declare
  a_second constant interval := interval '1.1 seconds';
  a_minute constant interval := interval '61 seconds';
  moment timestamptz;
  booked_at timestamptz;
  known timestamptz[];
  taken integer := 0;
  today integer := 0;
  this_month integer := 0;
  day_room timestamptz;
begin
  insert into provider_turns (provider) values (asked) on conflict do nothing;
  select turns into known from provider_turns where provider = asked for update;
  moment := quarry_now();
  known := array(select t from unnest(known) t where t > moment - a_minute order by t);
  if per_day is not null then
    select coalesce(sum(turns), 0), min(hour) + interval '25 hours' into today, day_room
    from provider_hours where provider = asked and hour > moment - interval '25 hours';
  end if;
  if per_month is not null then
    select coalesce(sum(turns), 0) into this_month
    from provider_hours where provider = asked and hour >= date_trunc('month', moment at time zone 'UTC') at time zone 'UTC';
  end if;
  for n in 1 .. cardinality(patience) loop
    booked_at := moment;
    if cardinality(known) >= per_second then
      booked_at := greatest(booked_at, known[cardinality(known) - per_second + 1] + a_second);
    end if;
    if cardinality(known) >= per_minute then
      booked_at := greatest(booked_at, known[cardinality(known) - per_minute + 1] + a_minute);
    end if;
    if seconds_apart > 0 and cardinality(known) > 0 then
      booked_at := greatest(booked_at, known[cardinality(known)] + make_interval(secs => seconds_apart + 0.1));
    end if;
    if today + taken >= per_day then
      booked_at := greatest(booked_at, coalesce(day_room, moment + interval '25 hours'));
    end if;
    if this_month + taken >= per_month then
      booked_at := greatest(booked_at,
        (date_trunc('month', moment at time zone 'UTC') + interval '1 month') at time zone 'UTC');
    end if;
    wait_ms := ceil(extract(epoch from booked_at - moment) * 1000);
    booked := wait_ms <= patience[n];
    if booked then
      known := known || booked_at;
      taken := taken + 1;
    end if;
    return next;
  end loop;
  if taken > 0 then
    update provider_turns set turns = known where provider = asked;
    insert into provider_hours as h (provider, hour, turns) values (asked, date_trunc('hour', moment), taken)
    on conflict (provider, hour) do update set turns = h.turns + excluded.turns;
  end if;
end $$;
`,
}
