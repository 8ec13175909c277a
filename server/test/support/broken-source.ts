// Creates the data of a broken source for tests that display it: an active and an ended alarm, and a diagnostic page,
// with texts chosen by the test.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { endpoints } from '@quarry/sources'
import { newSeries, writeSeries } from '../../src/lookups/drift/series.ts'
import { getShaper } from '../../src/lookups/drift/shape.ts'
import type { TestApp } from './app.ts'

type Problem = { path: string; field: string; examples: string[]; page: string; why: string }

export async function createProblem(
  app: TestApp,
  { path, field, examples, page, why }: Problem,
): Promise<void> {
  const { pool } = app.database
  const record = endpoints.find((endpoint) => endpoint.path === path)?.record
  if (!record) throw new Error(`there is no endpoint ${path}`)
  const alarm = {
    ...{
      field,
      form: 'json',
      kind: 'presence',
      since: '2026-01-31T12:00:00.000Z',
      baseline: 0.98,
      now: 0.03,
    },
    ...{ examples, side: { is: 'below', bin: 1 } },
  }
  await pool.query(
    `insert into drift_series (endpoint, provider, form, signature, version, state, alarms, updated)
    values ($1, 'sandbox', 'troubled', $2, 1, $3, $4, quarry_now())`,
    [path, getShaper(record).signature, deflateRawSync(writeSeries(newSeries())), JSON.stringify([alarm])],
  )
  await pool.query(
    `insert into incidents (endpoint, provider, form, field, kind, since, until)
    values ($1, 'sandbox', 'json', $2, 'number', quarry_now() - interval '3 days', quarry_now() - interval '2 days')`,
    [path, field],
  )
  const home = join(app.dataDir, 'diagnosis', path.replace('/v2/', '').replaceAll('/', '_'), 'sandbox')
  const note = { why, url: 'https://company.example/fenmont', status: 200, content_type: 'text/html' }
  await mkdir(home, { recursive: true })
  await writeFile(join(home, '2026-01-31T12-00-00.000Z.json'), JSON.stringify(note))
  await writeFile(join(home, '2026-01-31T12-00-00.000Z.page'), page)
}
