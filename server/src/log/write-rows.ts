// The SQL that writes log rows and what they add to the counters, made from the list of columns. Settling, charging and
// recording share it, so every row is counted, in the transaction that writes it.
import { integers, plain, texts } from '../db/array-literal.ts'
import { type CallLog, type Column, columns, latencyStep, type SqlType } from './columns.ts'
import { hourOf, sums } from './counters.ts'

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

/**
 * The closing parts of a WITH: rows of `written` go to the log, and what they add to the counters to those that wait to
 * be added up.
 */
export const logAndCount = (from: string): string => `
  logged as (
    insert into calls (at, ${namesOf(columns)}, subscription_credits, bonus_credits, count)
    select w.at, ${namesOf(columns, 'w')}, w.subscription, w.bonus, w.count
    from ${from} w
  ), counted as (
    insert into rollups_pending (hour, account_id, endpoint, key_id, provider, form, status, ms_at_most,
      ${sums})
    select ${hourOf('w.at')}, w.account_id, w.endpoint, w.key_id, coalesce(w.provider, ''),
      coalesce(w.record_form, ''), w.recorded_status, w.ms_at_most,
      sum(w.count), sum(w.subscription + w.bonus), coalesce(sum(w.fields_filled), 0),
      coalesce(sum(w.fields_asked), 0)
    from ${from} w group by 1, 2, 3, 4, 5, 6, 7, 8
  )`
