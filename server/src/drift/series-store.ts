// Series in the database, shared by all servers: what one read is kept and written back with a version, and who comes
// too late reads again. So no server waits for another, and each call is added exactly once.

import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { type Queryable, statement } from '../db/statement.ts'
import { type Alarm, newSeries, readSeries, type Series, writeSeries } from './series.ts'

export type SeriesKey = { path: string; provider: string; form: string; signature: string }

export type Stored = { key: SeriesKey; version: number; series: Series }

export type Store = {
  /** To be changed and written, or forgotten. */
  take: (key: SeriesKey) => Promise<Stored>
  /** Those that were written; the others were changed by another server meanwhile. */
  write: (changed: readonly Stored[]) => Promise<Set<Stored>>
  readAlarms: () => Promise<{ key: SeriesKey; alarms: Alarm[] }[]>
}

/** Of series in memory; each takes about a hundred kilobytes. */
const maxKept = 200

const readStatement = statement(`
select version, state from drift_series where endpoint = $1 and provider = $2 and form = $3 and signature = $4`)

// The order is the same for all servers, so that two of them cannot wait for each other's rows.
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

// An alarm of an endpoint that nobody asks for any more is not for ever.
const alarmsStatement = statement(`
select endpoint, provider, form, signature, alarms from drift_series
where alarms <> '[]' and updated > quarry_now() - interval '7 days' order by 1, 2, 3, 4`)

const dropStatement = statement(`delete from drift_series where updated < quarry_now() - interval '90 days'`)

/** Any number of servers may call this at any time. */
export async function dropOldSeries(pool: Queryable): Promise<void> {
  await pool.query(dropStatement)
}

type KeyRow = { endpoint: string; provider: string; form: string; signature: string }

export function createStore(pool: Queryable): Store {
  const kept = new Map<string, Stored>()

  return {
    async take(key) {
      const name = nameOf(key)
      const known = kept.get(name)
      // It is changed now: until it is written it is nobody else's.
      kept.delete(name)
      if (known) return known
      const values = [key.path, key.provider, key.form, key.signature]
      const { rows } = await pool.query<{ version: number; state: Buffer }>({ ...readStatement, values })
      const [row] = rows
      return row
        ? { key, version: Number(row.version), series: readSeries(inflateRawSync(row.state).toString()) }
        : { key, version: 0, series: newSeries() }
    },
    async write(changed) {
      const column = <T>(of: (stored: Stored) => T): T[] => changed.map(of)
      const { rows } = await pool.query<KeyRow>({
        ...writeStatement,
        values: [
          column(({ key }) => key.path),
          column(({ key }) => key.provider),
          column(({ key }) => key.form),
          column(({ key }) => key.signature),
          column(({ version }) => version + 1),
          column(({ series }) => deflateRawSync(writeSeries(series), { level: 1 })),
          column(({ series }) => JSON.stringify([...series.alarms.values()])),
        ],
      })
      const names = new Set(rows.map((row) => nameOf(keyOf(row))))
      const written = changed.filter(({ key }) => names.has(nameOf(key)))
      for (const stored of written) {
        stored.version += 1
        kept.set(nameOf(stored.key), stored)
      }
      for (const [oldest] of [...kept].slice(0, Math.max(0, kept.size - maxKept))) kept.delete(oldest)
      return new Set(written)
    },
    async readAlarms() {
      const { rows } = await pool.query<KeyRow & { alarms: Alarm[] }>(alarmsStatement)
      return rows.map((row) => ({ key: keyOf(row), alarms: row.alarms }))
    },
  }
}

const keyOf = ({ endpoint, ...rest }: KeyRow): SeriesKey => ({ path: endpoint, ...rest })

const nameOf = ({ path, provider, form, signature }: SeriesKey): string =>
  `${path} ${provider} ${form} ${signature}`
