// The counters of calls: sums by hour and by day, and the pending rows that are not added up yet. One statement that
// reads both sees every answered call exactly once.

/** In UTC for every session, and without a look-up of the zone by its name, which takes longer than all the rest. */
export const toHour = (at: string): string => `date_bin(interval '1 hour', ${at}, timestamptz 'epoch')`
export const toDay = (at: string): string => `(${at} at time zone interval '0')::date`

export const counterNames = ['calls', 'credits', 'fields_filled', 'fields_asked'] as const
const shared = `account_id, endpoint, key_id, status, ms_at_most, ${counterNames.join(', ')}`

export const countersByHour = `(
  select hour, provider, form, ${shared} from rollups_hourly
  union all
  select hour, provider, form, ${shared} from rollups_pending)`

export const countersByDay = `(
  select day, ${shared} from rollups
  union all
  select ${toDay('hour')} as day, ${shared} from rollups_pending)`
