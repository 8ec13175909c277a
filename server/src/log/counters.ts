// The counters of calls as they are read: what was added up, by the hour or by the day, and what calls have left since.
// Whoever reads both in one statement sees every call that was answered, once.

/** In UTC whatever the session says, and without looking a zone up by its name, which takes longer than all the rest. */
export const hourOf = (at: string): string => `date_bin(interval '1 hour', ${at}, timestamptz 'epoch')`
export const dayOf = (at: string): string => `(${at} at time zone interval '0')::date`

/** What a counter counts. */
export const counted = ['calls', 'credits', 'fields_filled', 'fields_asked'] as const
export const sums = counted.join(', ')
const ofCalls = `account_id, endpoint, key_id, status, ms_at_most, ${sums}`

export const countersByHour = `(
  select hour, provider, form, ${ofCalls} from rollups_hourly
  union all
  select hour, provider, form, ${ofCalls} from rollups_pending)`

export const countersByDay = `(
  select day, ${ofCalls} from rollups
  union all
  select ${dayOf('hour')} as day, ${ofCalls} from rollups_pending)`
