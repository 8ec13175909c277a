// Series in the database, shared by all servers with optimistic locking: a write names the version that it read, and a
// server that is too late reads again. No server waits for another, and each call is added exactly once.
import { promisify } from 'node:util'
import { deflateRawSync, inflateRaw, inflateRawSync } from 'node:zlib'
import { changeRows, type Queryable, readRows, statement } from '../../platform/db/statement.ts'
import { type Alarm, newHistogram, newSeries, readSeries, type Series, writeSeries } from './series.ts'
import type { Shaper } from './shape.ts'

/** In the order of the statements' columns. */
const keyFields = ['path', 'provider', 'form', 'signature'] as const
export type SeriesKey = Record<(typeof keyFields)[number], string>

export type StoredSeries = { key: SeriesKey; version: number; series: Series }

/** Series in memory; each takes about 100 kB. */
const maxCached = 200

const readStatement = statement(`
select version, state from drift_series where endpoint = $1 and provider = $2 and form = $3 and signature = $4`)

// The same order for all servers prevents deadlocks.
const writeStatement = statement(`
insert into drift_series as s (endpoint, provider, form, signature, version, state, alarms, updated)
select endpoint, provider, form, signature, version, state, alarms::jsonb, quarry_now()
from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bytea[], $7::text[])
  as i(endpoint, provider, form, signature, version, state, alarms)
order by 1, 2, 3, 4
on conflict (endpoint, provider, form, signature)
do update set version = excluded.version, state = excluded.state, alarms = excluded.alarms, updated = excluded.updated
where s.version = excluded.version - 1
returning endpoint, provider, form, signature`)

// Alarms of endpoints without calls expire after a week.
const alarmsStatement = statement(`
select endpoint, provider, form, signature, alarms from drift_series
where alarms <> '[]' and updated > quarry_now() - interval '7 days' order by 1, 2, 3, 4`)

const dropStatement = statement(`delete from drift_series where updated < quarry_now() - interval '90 days'`)

/** Any number of servers may call this at any time. */
export const dropOldSeries = (pool: Queryable) => changeRows(pool, dropStatement)

type KeyRow = Omit<SeriesKey, 'path'> & { endpoint: string }

export function createSeriesStore(pool: Queryable) {
  const cached = new Map<string, StoredSeries>()

  return {
    /** Returns the series, which the caller changes and passes to `write`. */
    async take(key: SeriesKey): Promise<StoredSeries> {
      const name = nameSeries(key)
      const series = cached.get(name)
      // The caller changes the series, so it is cached again only when it is written.
      cached.delete(name)
      if (series) return series
      const values = keyFields.map((field) => key[field])
      const [row] = await readRows<{ version: number; state: Buffer }>(pool, readStatement, values)
      return row
        ? { key, version: Number(row.version), series: readSeries(inflateRawSync(row.state).toString()) }
        : { key, version: 0, series: newSeries() }
    },
    /** Returns the written series; the others were changed by another server meanwhile. */
    async write(changed: readonly StoredSeries[]): Promise<Set<StoredSeries>> {
      const column = <T>(read: (stored: StoredSeries) => T): T[] => changed.map(read)
      const rows = await readRows<KeyRow>(pool, writeStatement, [
        ...keyFields.map((field) => column(({ key }) => key[field])),
        column(({ version }) => version + 1),
        column(({ series }) => deflateRawSync(writeSeries(series), { level: 1 })),
        column(({ series }) => JSON.stringify([...series.alarms.values()])),
      ])
      const names = new Set(rows.map((row) => nameSeries(toKey(row))))
      const written = changed.filter(({ key }) => names.has(nameSeries(key)))
      for (const stored of written) {
        stored.version += 1
        cached.set(nameSeries(stored.key), stored)
      }
      for (const [oldest] of [...cached].slice(0, Math.max(0, cached.size - maxCached))) cached.delete(oldest)
      return new Set(written)
    },
    async readAlarms(): Promise<{ key: SeriesKey; alarms: Alarm[] }[]> {
      const { rows } = await pool.query<KeyRow & { alarms: Alarm[] }>(alarmsStatement)
      return rows.map((row) => ({ key: toKey(row), alarms: row.alarms }))
    },
  }
}

const toKey = ({ endpoint, ...rest }: KeyRow): SeriesKey => ({ path: endpoint, ...rest })

export const nameSeries = (key: SeriesKey): string => keyFields.map((field) => key[field]).join(' ')

export type FormShares = {
  provider: string
  form: string
  /** The number of counted records, some thousands at most. */
  records: number
  fields: { field: string; share: number }[]
}

const inflate = promisify(inflateRaw)

const readFormsStatement = statement(`
select provider, form, state from drift_series
where endpoint = $1 and signature = $2 and form <> '' order by updated desc limit 50`)

/** How often each field of a record was present, by provider and form; for the current schema only. */
export async function readFieldShares(
  pool: Queryable,
  path: string,
  { features, signature }: Pick<Shaper, 'features' | 'signature'>,
): Promise<FormShares[]> {
  type Row = { provider: string; form: string; state: Buffer }
  const rows = await readRows<Row>(pool, readFormsStatement, [path, signature])
  const shares: FormShares[] = []
  for (const { provider, form, state } of rows) {
    const series = readSeries((await inflate(state)).toString())
    const fields = features.flatMap(({ field, kind }, index) =>
      kind === 'presence' ? (countShare(series, field, index) ?? []) : [],
    )
    const records = Math.max(0, ...fields.map(({ counted }) => counted))
    shares.push({ provider, form, records, fields: fields.map(({ counted: _, ...one }) => one) })
  }
  return shares
}

/** Null for a field whose object was never present. */
function countShare({ base, window }: Series, field: string, feature: number) {
  const bins = base[feature] ?? newHistogram()
  const count = (bin: number) =>
    (bins[bin] as number) + window.filter(({ shape }) => shape[feature] === bin).length
  const [missing, there] = [count(0), count(1)]
  const counted = missing + there
  return counted === 0 ? null : { field, share: Math.round((there / counted) * 10_000) / 10_000, counted }
}
