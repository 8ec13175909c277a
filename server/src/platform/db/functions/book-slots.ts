// Books slots at an upstream API for all servers: each request gets the next time at which all rate limits of the API
// hold. If that is later than it can wait, it gets the waiting time instead of a slot. Slots may be in the future, so
// that every request asks once and they are served in order.
//
// A request reaches the API a little after its slot, with a varying delay, so windows are longer than the limit says:
// by 0.1 s per second and by 1 s per minute. Days roll by the hour; months are calendar months, as budgets are sold.
// Some APIs limit only the time between two requests. An API that answered that it is called too often gets no slot
// before the end of its pause.
//
// Each slot counts in the hour that it is booked for. Any 24 hours touch at most 25 of the hours that are counted, so a
// slot is free where every 25 hours in a row that contain its hour have fewer slots than the limit.
import { databaseFunction } from './database-function.ts'

/** The first time from `p_from` on at which both budgets have room; the search ends after 32 days. */
export const findBudgetFunction = databaseFunction(
  'quarry_find_budget(text, timestamptz, timestamptz[], integer, integer)',
  1,
)`
create or replace function quarry_find_budget(p_provider text, p_from timestamptz, p_booked timestamptz[],
  p_day integer, p_month integer) returns timestamptz language plpgsql as $$
declare
  v_at timestamptz := p_from;
  v_month timestamp;
  v_next_month timestamptz;
  v_hour timestamptz;
  v_next timestamptz;
  v_used bigint;
begin
  while v_at < p_from + interval '32 days' loop
    v_month := date_trunc('month', v_at at time zone 'UTC');
    v_next_month := (v_month + interval '1 month') at time zone 'UTC';
    v_hour := date_bin(interval '1 hour', v_at, timestamptz 'epoch');
    if p_month is not null then
      select coalesce(sum(t.turns), 0) into v_used from (
        select h.hour, h.turns from provider_hours h where h.provider = p_provider
        union all select b, 1 from unnest(p_booked) b) t
      where t.hour >= v_month at time zone 'UTC' and t.hour < v_next_month;
      if v_used >= p_month then
        v_at := v_next_month;
        continue;
      end if;
    end if;
    if p_day is null then return v_at; end if;
    -- A full window stays full for every hour up to 24 hours after its first slot.
    select max(w.first) + interval '25 hours' into v_next from (
      select t.hour, sum(t.turns) over days as used, min(t.hour) filter (where t.turns > 0) over days as first from (
        select h.hour, h.turns from provider_hours h where h.provider = p_provider
        union all select b, 1 from unnest(p_booked) b
        union all select v_hour, 0) t
      where t.hour between v_hour - interval '24 hours' and v_hour + interval '24 hours'
      window days as (order by t.hour range interval '24 hours' preceding)) w
    where w.hour >= v_hour and w.used >= p_day;
    if v_next is null then return v_at; end if;
    v_at := v_next;
  end loop;
  return v_at;
end $$;
`

export const bookSlotsFunction = databaseFunction(
  'quarry_book_turns(text, integer[], integer, integer, integer, integer, integer)',
  3,
)`
create or replace function quarry_book_turns(asked text, patience integer[], per_second integer, per_minute integer,
  per_day integer, per_month integer, seconds_apart integer) returns table (n integer, booked boolean, wait_ms integer)
language plpgsql as $$
declare
  a_second constant interval := interval '1.1 seconds';
  a_minute constant interval := interval '61 seconds';
  moment timestamptz;
  rest_end timestamptz;
  booked_at timestamptz;
  known timestamptz[];
  booked_hours timestamptz[] := '{}';
  room_from timestamptz;
  wait numeric;
begin
  insert into provider_turns (provider) values (asked) on conflict do nothing;
  select turns, rest_until into known, rest_end from provider_turns where provider = asked for update;
  moment := quarry_now();
  known := array(select t from unnest(known) t where t > moment - a_minute order by t);
  room_from := moment;
  for n in 1 .. cardinality(patience) loop
    booked_at := greatest(moment, rest_end);
    if cardinality(known) >= per_second then
      booked_at := greatest(booked_at, known[cardinality(known) - per_second + 1] + a_second);
    end if;
    if cardinality(known) >= per_minute then
      booked_at := greatest(booked_at, known[cardinality(known) - per_minute + 1] + a_minute);
    end if;
    if seconds_apart > 0 and cardinality(known) > 0 then
      booked_at := greatest(booked_at, known[cardinality(known)] + make_interval(secs => seconds_apart + 0.1));
    end if;
    if per_day is not null or per_month is not null then
      -- What was full for the one before is full for this one too: slots are only ever added.
      booked_at := greatest(booked_at, room_from);
      room_from := quarry_find_budget(asked, booked_at, booked_hours, per_day, per_month);
      booked_at := room_from;
    end if;
    wait := ceil(extract(epoch from booked_at - moment) * 1000);
    booked := wait <= patience[n];
    wait_ms := least(wait, 2147483647);
    if booked then
      known := known || booked_at;
      booked_hours := booked_hours || date_bin(interval '1 hour', booked_at, timestamptz 'epoch');
    end if;
    return next;
  end loop;
  if cardinality(booked_hours) > 0 then
    update provider_turns set turns = known where provider = asked;
    insert into provider_hours as h (provider, hour, turns)
      select asked, b, count(*) from unnest(booked_hours) b group by b
    on conflict (provider, hour) do update set turns = h.turns + excluded.turns;
  end if;
end $$;
`
