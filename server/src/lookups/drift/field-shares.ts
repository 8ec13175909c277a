// How often each field of a record was present, by provider and form, from the series of the drift alarm.

import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { type Queryable, readRows, statement } from '../../platform/db/statement.ts'
import { newHistogram, readSeries, type Series } from './series.ts'
import type { Shaper } from './shape.ts'

export type FormShares = {
  provider: string
  form: string
  /** The number of counted records, some thousands at most. */
  records: number
  fields: { field: string; share: number }[]
}

const inflate = promisify(inflateRaw)

const seriesStatement = statement(`
select provider, form, state from drift_series
where endpoint = $1 and signature = $2 and form <> '' order by updated desc limit 50`)

/** For the current schema only. */
export async function readFieldShares(
  pool: Queryable,
  path: string,
  { features, signature }: Pick<Shaper, 'features' | 'signature'>,
): Promise<FormShares[]> {
  type Row = { provider: string; form: string; state: Buffer }
  const rows = await readRows<Row>(pool, seriesStatement, [path, signature])
  const shares: FormShares[] = []
  for (const { provider, form, state } of rows) {
    const series = readSeries((await inflate(state)).toString())
    const fields = features.flatMap(({ field, kind }, index) =>
      kind === 'presence' ? (countShare(series, field, index) ?? []) : [],
    )
    const records = Math.max(0, ...fields.map(({ seen }) => seen))
    shares.push({ provider, form, records, fields: fields.map(({ seen: _, ...one }) => one) })
  }
  return shares
}

/** Null for a field whose object was never present. */
function countShare({ base, window }: Series, field: string, feature: number) {
  const bins = base[feature] ?? newHistogram()
  const count = (bin: number) =>
    (bins[bin] as number) + window.filter(({ shape }) => shape[feature] === bin).length
  const [missing, there] = [count(0), count(1)]
  const seen = missing + there
  return seen === 0 ? null : { field, share: Math.round((there / seen) * 10_000) / 10_000, seen }
}
