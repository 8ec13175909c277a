// Books slots at an upstream API for all servers: each request gets the next time at which all rate limits of the API
// hold. If that is later than it can wait, it gets the waiting time instead of a slot. Slots may be in the future, so
// that every request asks once and they are served in order.
//
// A request reaches the API a little after its slot, with a varying delay, so windows are longer than the limit says:
// by 0.1 s per second and by 1 s per minute. Days roll by the hour; months are calendar months, as budgets are sold.
// Some APIs limit only the time between two requests. An API that answered that it is called too often gets no slot
// before the end of its pause.
//
// A limit per day counts slots by clock hour. A period of 24 hours can overlap 25 clock hours, so the limit holds for every
// 25 clock hours in a row: a slot may be booked if each such run that includes its hour has fewer slots than the limit.
import { databaseFunction } from './database-function.ts'

/** The first time from `p_from` on at which both budgets have room; the search ends after 32 days. */
export const findBudgetFunction = databaseFunction(
  'quarry_find_budget(text, timestamptz, timestamptz[], integer, integer)',
  2,
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
      select coalesce(sum(t.bookings), 0) into v_used from (
        select h.hour, h.bookings from provider_hours h where h.provider = p_provider
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
      select t.hour, sum(t.bookings) over days as used, min(t.hour) filter (where t.bookings > 0) over days as first from (
        select h.hour, h.bookings from provider_hours h where h.provider = p_provider
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
  'quarry_book_slots(text, integer[], integer, integer, integer, integer, integer)',
  1,
)`
create or replace function quarry_book_slots(p_provider text, p_max_wait_ms integer[], p_per_second integer,
  p_per_minute integer, p_per_day integer, p_per_month integer, p_seconds_apart integer)
  returns table (n integer, booked boolean, wait_ms integer)
language plpgsql as $$
declare
  v_second constant interval := interval '1.1 seconds';
  v_minute constant interval := interval '61 seconds';
  v_now timestamptz;
  v_paused_until timestamptz;
  v_slot timestamptz;
  v_slots timestamptz[];
  v_booked_hours timestamptz[] := '{}';
  v_room_from timestamptz;
  v_wait_ms numeric;
begin
  insert into provider_bookings (provider) values (p_provider) on conflict do nothing;
  select b.times, b.paused_until into v_slots, v_paused_until from provider_bookings b
    where b.provider = p_provider for update;
  v_now := quarry_now();
  v_slots := array(select s from unnest(v_slots) s where s > v_now - v_minute order by s);
  v_room_from := v_now;
  for n in 1 .. cardinality(p_max_wait_ms) loop
    v_slot := greatest(v_now, v_paused_until);
    if cardinality(v_slots) >= p_per_second then
      v_slot := greatest(v_slot, v_slots[cardinality(v_slots) - p_per_second + 1] + v_second);
    end if;
    if cardinality(v_slots) >= p_per_minute then
      v_slot := greatest(v_slot, v_slots[cardinality(v_slots) - p_per_minute + 1] + v_minute);
    end if;
    if p_seconds_apart > 0 and cardinality(v_slots) > 0 then
      v_slot := greatest(v_slot, v_slots[cardinality(v_slots)] + make_interval(secs => p_seconds_apart + 0.1));
    end if;
    if p_per_day is not null or p_per_month is not null then
      -- An hour that was full for the request before is full for this one too: slots are only ever added.
      v_slot := greatest(v_slot, v_room_from);
      v_room_from := quarry_find_budget(p_provider, v_slot, v_booked_hours, p_per_day, p_per_month);
      v_slot := v_room_from;
    end if;
    v_wait_ms := ceil(extract(epoch from v_slot - v_now) * 1000);
    booked := v_wait_ms <= p_max_wait_ms[n];
    wait_ms := least(v_wait_ms, 2147483647);
    if booked then
      v_slots := v_slots || v_slot;
      v_booked_hours := v_booked_hours || date_bin(interval '1 hour', v_slot, timestamptz 'epoch');
    end if;
    return next;
  end loop;
  if cardinality(v_booked_hours) > 0 then
    update provider_bookings set times = v_slots where provider = p_provider;
    insert into provider_hours as h (provider, hour, bookings)
      select p_provider, b, count(*) from unnest(v_booked_hours) b group by b
    on conflict (provider, hour) do update set bookings = h.bookings + excluded.bookings;
  end if;
end $$;
`
