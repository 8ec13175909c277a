// Request bodies made to be slow to parse, from a key without credits: each gets its expected status, costs nothing,
// stores nothing, and does not block the event loop.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { hashBatch, hashRequest } from '../../src/calls/idempotency.ts'
import { readBatchBody } from '../../src/http/routes/create-batch.ts'
import { audit } from '../../src/ledger/audit.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { type HostileBody, hostileBodies } from '../support/hostile-bodies.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ config: { role: 'api' } })
})
afterAll(async () => {
  expect(await audit(app.database)).toEqual([])
  await app.close()
})

const send = (secret: string, { path, type, body }: HostileBody) =>
  app.call(secret, path, { method: 'POST', headers: { 'content-type': type }, body })

/** Sends the body and returns the longest time that the event loop was blocked, in milliseconds. */
async function measureLongestBlock(secret: string, hostile: HostileBody): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const response = await send(secret, hostile)
  const reason = response.headers.get('x-error-reason')
  await response.text()
  delay.disable()
  expect([hostile.name, response.status, reason]).toEqual([hostile.name, hostile.status, expect.any(String)])
  return delay.max / 1e6
}

// Parsing may block the loop for 20 ms. Other processes, the client in this process and uncompiled code add to the
// measured time, so the shortest of several attempts counts, with a margin; the regressions guarded against took over
// 300 ms.
test.each(hostileBodies)('$name: $status, and the event loop is not blocked', async (hostile) => {
  const { secret } = await app.account({ bonus_credits: 0 })
  const blocksMs: number[] = []
  for (let tries = 0; tries < 8 && !(Math.min(...blocksMs) < 40); tries += 1)
    blocksMs.push(await measureLongestBlock(secret, hostile))
  expect(Math.min(...blocksMs)).toBeLessThan(80)
  const { rows } = await app.database.pool.query('select 1 from jobs union all select 1 from batches')
  expect(rows).toEqual([])
})

const findBody = (name: string) => hostileBodies.find((hostile) => hostile.name === name) as HostileBody
const read = ({ type, body }: HostileBody, pause = () => undefined) =>
  readBatchBody({ contentType: type, bytes: Buffer.from(body) }, pause)

test('a batch above its bounds is refused before any input is parsed', async () => {
  const parse = vi.spyOn(JSON, 'parse')
  try {
    const wide = `{"inputs":[${`[${'0,'.repeat(1_000)}0],`.repeat(100)}0]}`
    const cases: [HostileBody, string][] = [
      [findBody('a batch with too many inputs'), 'inputs must be 1 to 1000 objects'],
      [{ ...findBody('a good batch'), body: wide }, 'the body has more than 50000 values'],
    ]
    for (const [body, message] of cases) {
      parse.mockClear()
      await expect(read(body)).rejects.toThrow(message)
      // The names of the members beside the inputs are parsed; no input is.
      expect(parse.mock.calls.filter(([text]) => String(text).length > 20)).toEqual([])
    }
  } finally {
    parse.mockRestore()
  }
})

test('a good batch is read one input at a time', async () => {
  const parse = vi.spyOn(JSON, 'parse')
  let longest = 0
  const pause = () => {
    longest = Math.max(
      longest,
      parse.mock.calls.reduce((sum, [text]) => sum + String(text).length, 0),
    )
    parse.mockClear()
    return undefined
  }
  try {
    const { inputs } = await read(findBody('a good batch'), pause)
    expect(inputs).toHaveLength(1_000)
    expect(longest).toBeLessThan(2_000)
  } finally {
    parse.mockRestore()
  }
})

test('a batch has the same fingerprint as when its body was parsed in one piece', async () => {
  const inputs = [{ b: 1, a: [{ d: null, c: '"inputs":[]' }] }, { query: 'x' }, {}]
  for (const batch of [
    { endpoint: '"inputs":[]', inputs, webhook: undefined },
    { endpoint: '/v2/x', inputs, webhook: null },
    { endpoint: '/v2/x', inputs: [], webhook: 'https://receiver.example/' },
  ])
    expect(await hashBatch(batch, () => undefined)).toEqual(hashRequest('/v2/batches', batch))
})
