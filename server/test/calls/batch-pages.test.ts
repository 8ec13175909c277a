// Pages of batch results can be 2 MB large, so they are written in slices that leave the event loop free in between.
import { integer, list, object, text } from '@quarry/kit/schema'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readResults } from '../../src/calls/batches/batch-results.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { eventPath } from '../support/jobs.ts'

const items = 60
const record = {
  title: 'Konzert – Bühne 🎵',
  tags: Array.from({ length: 1_000 }, (_, n) => `tag number ${n} ü`),
}
const schemas = {
  params: object({ query: text('') }),
  record: object({ title: text(''), tags: list(text('')), year: integer(1) }),
}

let app: TestApp
let batchId: string
beforeAll(async () => {
  // Role `api`: accepts the batch and never runs it.
  app = await startApp({ config: { role: 'api' } })
  const { secret } = await app.account()
  const inputs = Array.from({ length: items }, (_, n) => ({ query: String(1000000000017 + n) }))
  const response = await app.call(secret, '/v2/batches', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint: eventPath, inputs }),
  })
  batchId = ((await response.json()) as { batch_id: string }).batch_id
  await app.database.pool.query('update jobs set result = $1 where batch_id = $2', [
    JSON.stringify(record),
    batchId,
  ])
})
afterAll(() => app.close())

test.each(['json', 'ndjson', 'csv'] as const)('a page as %s pauses after each item', async (format) => {
  let pauses = 0
  const pause = () => {
    pauses += 1
    return new Promise<void>((resolve) => void setImmediate(resolve))
  }
  const read = (each: () => Promise<void> | undefined) =>
    readResults(
      app.database.pool,
      { batch_id: batchId, total: items },
      schemas,
      { format, from: 0, limit: 1_000 },
      each,
    )
  const page = await read(pause)
  expect(pauses).toBeGreaterThanOrEqual(items)
  const bytes = Buffer.from(page.text)
  expect(bytes.length).toBeGreaterThan(1_000_000)
  expect(bytes.equals(Buffer.from((await read(() => undefined)).text))).toBe(true)
  if (format === 'json') {
    const body = JSON.parse(bytes.toString()) as { items: { item: number; result: unknown }[] }
    expect(body).toMatchObject({ batch_id: batchId, total: items, from: 0, next_from: null })
    expect(body.items.map(({ item, result }) => [item, result])).toEqual(
      Array.from({ length: items }, (_, item) => [item, record]),
    )
  }
})
