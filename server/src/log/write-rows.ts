// The SQL that writes log rows and their counters, made from the list of columns. Settling, charging and recording
// share it, so every row is counted, in the transaction that writes it.
import { integers, plain, texts } from '../db/array-literal.ts'
import { type CallLog, type Column, columns, latencyStep, type SqlType } from './columns.ts'

const written = [...columns, latencyStep]

/** The columns that calls of a run have in common, beside account and key, which the run itself names. */
export const runColumns = columns.filter(
  ({ perRun, name }) => perRun && name !== 'account_id' && name !== 'key_id',
)
/** The columns that each call of a run has for itself. */
export const callColumns = written.filter(({ perRun }) => !perRun)

export const namesOf = (list: readonly Column[], table?: string): string =>
  list.map(({ name }) => (table === undefined ? name : `${table}.${name}`)).join(', ')

/** `$4::uuid[], $5::text[]`, the first at `$first`. */
export const arraysOf = (list: readonly Column[], first: number): string =>
  list.map(({ type }, index) => `$${first + index}::${type}[]`).join(', ')

/** One array literal per column. */
export const valuesOf = (list: readonly Column[], calls: readonly CallLog[]): string[] =>
  list.map(({ type, value }) => literals[type](calls.map(value)))

const literals: Record<SqlType, (values: (string | number | boolean | null)[]) => string> = {
  text: (values) => texts(values as (string | null)[]),
  integer: (values) => integers(values as (number | null)[]),
  smallint: (values) => integers(values as (number | null)[]),
  uuid: (values) => plain(values as (string | null)[]),
  boolean: (values) => plain(values as (boolean | null)[]),
}

/** Whole rows as a table `i` with the number `n`; the first array is at `$first`. */
export const rowsFrom = (first: number): string =>
  `unnest(${arraysOf(written, first)}) with ordinality as i(${namesOf(written)}, n)`

export const rowValues = (calls: readonly CallLog[]): string[] => valuesOf(written, calls)

/** Every column, from the expressions given; null where there is none. */
export const rowOf = (known: Readonly<Record<string, string>>): string =>
  written.map(({ name, type }) => `${known[name] ?? 'null'}::${type} as ${name}`).join(', ')

const counters: Readonly<Record<string, string>> = {
  calls: 'sum(w.count)',
  credits: 'sum(w.subscription + w.bonus)',
  fields_filled: 'coalesce(sum(w.fields_filled), 0)',
  fields_asked: 'coalesce(sum(w.fields_asked), 0)',
}
const sums = Object.keys(counters).join(', ')
const summed = Object.values(counters).join(', ')
const added = Object.keys(counters)
  .map((name) => `${name} = r.${name} + excluded.${name}`)
  .join(', ')

// In UTC whatever the session says, and without looking a zone up by its name, which takes longer than all the rest.
const dayOf = (at: string): string => `(${at} at time zone interval '0')::date`
const hourOf = (at: string): string => `date_bin(interval '1 hour', ${at}, timestamptz 'epoch')`

/**
 * The closing parts of a WITH: rows of `written` go to the log, then to the counters by day and by hour. The order
 * of the counters is the same for everyone, so that two batches cannot wait for each other's.
 */
export const logAndCount = (from: string): string => `
  logged as (
    insert into calls (at, ${namesOf(columns)}, subscription_credits, bonus_credits, count)
    select w.at, ${namesOf(columns, 'w')}, w.subscription, w.bonus, w.count
    from ${from} w
  ), counted as (
    insert into rollups as r (account_id, day, endpoint, key_id, status, ms_at_most, ${sums})
    select w.account_id, ${dayOf('w.at')}, w.endpoint, w.key_id, w.recorded_status, w.ms_at_most,
      ${summed}
    from ${from} w group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict (account_id, day, endpoint, key_id, status, ms_at_most)
    do update set ${added}
  ), counted_hourly as (
    insert into rollups_hourly as r (account_id, hour, endpoint, key_id, provider, form, status, ms_at_most,
      ${sums})
    select w.account_id, ${hourOf('w.at')}, w.endpoint, w.key_id, coalesce(w.provider, ''),
      coalesce(w.record_form, ''), w.recorded_status, w.ms_at_most, ${summed}
    from ${from} w group by 1, 2, 3, 4, 5, 6, 7, 8 order by 1, 2, 3, 4, 5, 6, 7, 8
    on conflict (account_id, hour, endpoint, key_id, provider, form, status, ms_at_most)
    do update set ${added}
  )`
