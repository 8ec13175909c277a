// Batches from files: CSV, NDJSON and forms, every refusal, and that a refused or lost upload leaves nothing behind.
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit } from '../../src/ledger/audit.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { eventually } from '../support/eventually.ts'
import { eventPath, readBonus } from '../support/jobs.ts'

let app: TestApp
/** On the same database: small files, short times, and no worker. */
let strict: TestApp
beforeAll(async () => {
  app = await startApp({ limits: { defaultPerSecond: null, refusedPerMinute: null } })
  strict = await startApp({
    database: app.database,
    config: { role: 'api' },
    limits: { defaultPerSecond: null, refusedPerMinute: null },
    uploadLimits: { maxBytes: 2_000, maxLines: 20, graceMs: 300, totalMs: 1_500, minBytesPerSecond: 1_000 },
  })
})
afterAll(async () => {
  expect(await audit(app.database)).toEqual([])
  expect(await countStaged()).toBe(0)
  await expectBytesCounted()
  await strict.close()
  await app.close()
})

const countStaged = async () => {
  const { rows } = await app.database.pool.query<{ n: number }>(
    'select (select count(*) from batch_lines)::integer + (select count(*) from batch_uploads)::integer as n',
  )
  return rows[0]?.n
}

/** The counted bytes of each account are those of its rows. */
async function expectBytesCounted() {
  const { rows } = await app.database.pool.query(`
    select a.slug from accounts a where
      (select coalesce(sum(bytes), 0) from stored_bytes s where s.account_id = a.id) <>
      (select coalesce(sum(500 + octet_length(params) + coalesce(octet_length(result), 0)), 0) from jobs j where j.account_id = a.id)
      + (select count(*) * 500 from batches b where b.account_id = a.id)
      + (select coalesce(sum(500 + octet_length(job)), 0) from batch_lines l where l.account_id = a.id)`)
  expect(rows).toEqual([])
}

const query = '1000000000017'
type Body = NonNullable<RequestInit['body']>
type Sent = { on?: TestApp; type?: string; more?: string; headers?: Record<string, string> }
const upload = (
  secret: string,
  body: Body,
  { on = app, type = 'text/csv', more = '', headers = {} }: Sent = {},
) =>
  on.call(secret, `/v2/batches?endpoint=${eventPath}${more}`, {
    method: 'POST',
    headers: { ...(type === '' ? {} : { 'content-type': type }), ...headers },
    body,
  })
type Batch = { batch_id: string; total: number; error: string } & Record<string, unknown>
const readBatch = async (response: Response) =>
  [response.status, (await response.json()) as Batch] as [number, Batch]
const waitForEnd = (secret: string, id: string) =>
  eventually(async () => {
    const batch = (await (await app.call(secret, `/v2/batches/${id}?wait=10`)).json()) as Batch
    expect(batch.finished_at).not.toBeNull()
    return batch
  })
const csv = (lines: number) => `query\n${`${query}\n`.repeat(lines)}`

test('CSV, NDJSON and a form make the same batch, with progress and results as every batch', async () => {
  const form = new FormData()
  form.append('file', new Blob([`{"query":"${query}"}\n{"query":"1000000007936"}`]), 'leads.ndjson')
  const { secret, slug } = await app.account()
  const bodies: [string, Body][] = [
    [
      'text/csv; charset=utf-8',
      `\ufeffquery,max_age,soft_fail\r\n"${query}",,true\r\n\r\n1000000007936,3600,\r\n`,
    ],
    ['application/x-ndjson', `{"query":"${query}","soft_fail":true}\n\n{"query":"1000000007936"}\n`],
    ['', form],
  ]
  for (const [type, body] of bodies) {
    const [status, accepted] = await readBatch(await upload(secret, body, { type }))
    expect([status, accepted]).toMatchObject([202, { status: 'running', total: 2 }])
    const batch = await waitForEnd(secret, accepted.batch_id)
    expect(batch).toMatchObject({ status: 'completed', total: 2, queued: 0, completed: 2, credits: 2 })
    expect(batch).not.toHaveProperty('skipped')
    const page = await app.call(secret, `/v2/batches/${accepted.batch_id}/results`)
    expect(await page.json()).toMatchObject({
      items: [{ item: 0, input: { query }, status_code: 200 }, { input: { query: '1000000007936' } }],
    })
  }
  expect(await readBonus(app, slug)).toMatchObject({ available: 994, held: 0, charged: 6 })
})

test('a file above the first chunk runs to its end, and its results are one streamed file', async () => {
  const { secret, slug } = await app.account({ bonus_credits: 5_000 })
  const [status, { batch_id: id }] = await readBatch(await upload(secret, csv(1_600)))
  expect(status).toBe(202)
  const open = (await (
    await app.call(secret, `/v2/batches/${id}/results?from=1550&limit=100`)
  ).json()) as Batch
  expect(open).toMatchObject({ total: 1_600, next_from: null })
  expect(open.items).toHaveLength(50)
  expect(await waitForEnd(secret, id)).toMatchObject({ completed: 1_600, credits: 1_600 })
  const read = (more: string) => app.call(secret, `/v2/batches/${id}/results?${more}`)
  const file = await read('all=true&format=csv')
  expect([file.headers.get('content-type'), file.headers.get('content-disposition')]).toEqual([
    'text/csv; charset=utf-8',
    `attachment; filename="batch-${id}.csv"`,
  ])
  const lines = (await file.text()).split('\r\n')
  expect(lines).toHaveLength(1_602)
  expect(lines.slice(1, -1).map((line) => Number(line.split(',')[0]))).toEqual(
    Array.from({ length: 1_600 }, (_, item) => item),
  )
  const text = await (await read('all=true&format=ndjson')).text()
  expect(text.trimEnd().split('\n')).toHaveLength(1_600)
  for (const bad of ['all=true', 'all=true&format=json', 'all=true&format=csv&from=3'])
    expect((await read(bad)).status).toBe(400)
  expect(await readBonus(app, slug)).toMatchObject({ available: 3_400, held: 0, charged: 1_600 })
})

test('a bad file is refused by line and parameter, costs nothing and leaves nothing', async () => {
  const { secret, slug } = await app.account()
  const two = new FormData()
  two.append('a', new Blob([csv(1)]), 'a.csv')
  two.append('b', new Blob([csv(1)]), 'b.csv')
  const field = new FormData()
  field.append('endpoint', eventPath)
  const unknown = new FormData()
  unknown.append('file', new Blob([csv(1)]), 'leads.xlsx')
  const cases: [Body, string, string][] = [
    [`query\n${query}\n\n""\nnonsense\n`, 'text/csv', 'line 5: query '],
    [`query,max_age\n${query},soon\n`, 'text/csv', 'line 2: max_age must be'],
    [
      `qeury\n${query}\n`,
      'text/csv',
      'line 1: the column "qeury" is not a parameter of /v2/ticketing/event; the nearest one is query',
    ],
    [`query,query\n${query},${query}\n`, 'text/csv', 'line 1: the column query occurs twice'],
    [
      `query,max_age\n${query}\n`,
      'text/csv',
      'line 2: the line must have as many cells as the header: 2, not 1',
    ],
    [`query\n"${query}"x\n`, 'text/csv', 'line 2: a quote is in the wrong place'],
    [`query\n"${query}\n`, 'text/csv', 'line 2: a quote is in the wrong place or not closed'],
    [`query\n"${'x'.repeat(400_000)}`, 'text/csv', 'line 2: the line is longer than 256 KiB'],
    [Buffer.from('query\ncaf\xe9\n', 'latin1'), 'text/csv', 'the file is not valid UTF-8'],
    ['query\n', 'text/csv', 'the file has no inputs'],
    ['', 'text/csv', 'the file has no inputs'],
    [`{"query":"${query}"}\n\n{"query":1}\n`, 'application/x-ndjson', 'line 3: query must be'],
    [`{"query":"${query}"}\n[]\n`, 'application/x-ndjson', 'line 2: the line must be a JSON object'],
    [`{"query":"${query}"}\n{`, 'application/x-ndjson', 'line 2: it is not valid JSON'],
    [`{"query":"${'x'.repeat(300_000)}"}`, 'application/x-ndjson', 'line 1: the line is longer than 256 KiB'],
    [two, '', 'the form has more than one file'],
    [field, '', 'the form may have a file only'],
    [new FormData(), '', 'the form has no file'],
    [unknown, '', 'by its type or its name'],
    ['x', 'multipart/form-data', 'no boundary'],
    ['--x\r\nnonsense', 'multipart/form-data; boundary=x', 'the form cannot be read'],
    [csv(1), 'application/vnd.ms-excel', 'the content type must be'],
  ]
  for (const [body, type, message] of cases) {
    const [status, refused] = await readBatch(await upload(secret, body, { type }))
    expect([status, refused.error]).toEqual([400, expect.stringContaining(message)])
  }
  const refused = async (path: string, key = secret) =>
    (await app.call(key, path, { method: 'POST', headers: { 'content-type': 'text/csv' }, body: csv(1) }))
      .status
  expect(await refused('/v2/batches?endpoint=/v2/nothing')).toBe(400)
  expect(await refused('/v2/batches')).toBe(400)
  expect(await refused(`/v2/batches?endpoint=${eventPath}&on_error=no`)).toBe(400)
  expect(await refused(`/v2/batches?endpoint=${eventPath}`, 'qry_nobody')).toBe(401)
  const scoped = await app.account({}, { scopes: ['/v2/company'] })
  expect(await refused(`/v2/batches?endpoint=${eventPath}`, scoped.secret)).toBe(403)
  expect(await readBonus(app, slug)).toMatchObject({ available: 1_000, held: 0 })
  expect(await countStaged()).toBe(0)
})

test('on_error=skip leaves bad lines out and lists them', async () => {
  const { secret } = await app.account()
  const bad = Array.from({ length: 150 }, () => 'nonsense').join('\n')
  const body = `query\n${query}\n${bad}\n1000000007936\n`
  const [status, accepted] = await readBatch(await upload(secret, body, { more: '&on_error=skip' }))
  expect([status, accepted]).toMatchObject([202, { total: 2, skipped: 150 }])
  const lines = accepted.skipped_lines as { line: number; error: string }[]
  expect(lines).toHaveLength(100)
  expect(lines[0]).toEqual({ line: 3, error: expect.stringMatching(/^query /) })
  expect(await waitForEnd(secret, accepted.batch_id)).toMatchObject({
    total: 2,
    completed: 2,
    skipped: 150,
    skipped_lines: lines,
  })
  const [none] = await readBatch(await upload(secret, 'query\nnonsense\n', { more: '&on_error=skip' }))
  expect(none).toBe(400)
})

test('too many bytes and too many lines are 413, with and without a stated length', async () => {
  const { secret } = await strict.account()
  const long = `query\n${'#'.repeat(2_000)}`
  const stream = () => new Blob([long]).stream()
  const bodies: [Body, string][] = [
    [long, 'a file may have 0.002 MB'],
    [stream(), 'a file may have 0.002 MB'],
    [csv(21), 'a file may have 20 lines'],
  ]
  for (const [body, message] of bodies) {
    const response = await strict.call(secret, `/v2/batches?endpoint=${eventPath}`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
      body,
      duplex: 'half',
    } as RequestInit)
    expect([response.status, response.headers.get('x-error-reason')]).toEqual([413, 'body_too_large'])
    expect(await response.text()).toContain(message)
  }
  expect((await upload(secret, csv(20), { on: strict })).status).toBe(202)
})

/** Sends the head and a part of the file, and leaves the connection open. */
async function beginUpload(on: TestApp, secret: string, part: string, length = 1_900) {
  const socket = connect(on.port, '127.0.0.1')
  let received = ''
  socket.on('data', (chunk) => (received += chunk))
  socket.on('error', () => {})
  socket.write(
    `POST /v2/batches?endpoint=${eventPath} HTTP/1.1\r\nhost: x\r\nx-api-key: ${secret}\r\ncontent-type: text/csv\r\ncontent-length: ${length}\r\n\r\n${part}`,
  )
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  return { socket, closed, received: () => received }
}
const countOpen = async (slug: string) => {
  const { rows } = await app.database.pool.query(
    'select 1 from batch_uploads u join accounts a on a.id = u.account_id where a.slug = $1 and slot is not null',
    [slug],
  )
  return rows.length
}

test('an account has two open uploads, over all servers; a third is 429 before its body is read', async () => {
  const { secret, slug } = await app.account()
  const open = [await beginUpload(app, secret, csv(1)), await beginUpload(app, secret, csv(1))]
  await eventually(async () => expect(await countOpen(slug)).toBe(2))
  for (const on of [app, strict]) {
    const third = await upload(secret, csv(1), { on })
    expect([third.status, third.headers.get('retry-after')]).toEqual([429, '10'])
  }
  const other = await app.account()
  expect((await upload(other.secret, csv(1))).status).toBe(202)
  for (const { socket } of open) socket.destroy()
  await eventually(async () => expect(await countOpen(slug)).toBe(0))
  expect((await upload(secret, csv(1))).status).toBe(202)
})

test('a disconnected upload leaves no rows and no credits held', async () => {
  const { secret, slug } = await app.account({ bonus_credits: 5_000 })
  const { socket } = await beginUpload(app, secret, csv(1_500), 1_000_000)
  await eventually(async () => {
    const { rows } = await app.database.pool.query('select 1 from batch_lines')
    expect(rows.length).toBe(1_000)
  })
  socket.destroy()
  await eventually(async () => expect(await countStaged()).toBe(0))
  expect(await readBonus(app, slug)).toMatchObject({ available: 5_000, held: 0 })
})

test('a file that is sent too slowly, or for too long, is 408', async () => {
  const { secret } = await strict.account()
  const silent = await beginUpload(strict, secret, 'query\n')
  await eventually(() => expect(silent.received()).toContain(' 408 '))
  silent.socket.destroy()
  // Fast enough at first, then a byte at a time.
  const slow = await beginUpload(strict, secret, csv(15))
  const timer = setInterval(() => slow.socket.write('7'), 50)
  await eventually(() => expect(slow.received()).toContain(' 408 '))
  clearInterval(timer)
  slow.socket.destroy()
  await eventually(async () => expect(await countStaged()).toBe(0))
})

test('402 comes before the first item if the first chunk does not fit; later lines end as credits_exhausted', async () => {
  const poor = await app.account({ bonus_credits: 999 })
  const [status] = await readBatch(await upload(poor.secret, csv(1_200)))
  expect(status).toBe(402)
  expect(await readBonus(app, poor.slug)).toMatchObject({ available: 999, held: 0 })
  const { secret, slug } = await app.account({ bonus_credits: 1_100 })
  const [, { batch_id: id }] = await readBatch(await upload(secret, csv(1_600)))
  expect(await waitForEnd(secret, id)).toMatchObject({
    total: 1_600,
    completed: 1_100,
    failed: 500,
    credits: 1_100,
  })
  const last = await app.call(secret, `/v2/batches/${id}/results?from=1599`)
  expect(await last.json()).toMatchObject({
    items: [
      {
        status: 'failed',
        status_code: 402,
        credits: 0,
        error: 'Payment required',
        reason: 'credits_exhausted',
      },
    ],
  })
  expect(await readBonus(app, slug)).toMatchObject({ available: 0, held: 0, charged: 1_100 })
})

test('the same file under one idempotency key is one batch; another file is 422', async () => {
  const { secret, slug } = await app.account()
  const headers = { 'idempotency-key': 'file-1' }
  const [first, second] = await Promise.all([1, 2].map(() => upload(secret, csv(3), { headers })))
  const bodies = [await first?.text(), await second?.text()]
  expect([first?.status, second?.status, bodies[0] === bodies[1]]).toEqual([202, 202, true])
  const again = new FormData()
  again.append('file', new Blob([csv(3)], { type: 'text/csv' }), 'x')
  const third = await upload(secret, again, { type: '', headers })
  expect([third.headers.get('idempotent-replay'), await third.text()]).toEqual(['true', bodies[0]])
  expect((await upload(secret, csv(4), { headers })).status).toBe(422)
  expect((await upload(secret, csv(3), { headers, more: '&on_error=skip' })).status).toBe(422)
  await waitForEnd(secret, (JSON.parse(bodies[0] ?? '') as Batch).batch_id)
  expect(await readBonus(app, slug)).toMatchObject({ available: 997, held: 0, charged: 3 })
})

test('a cancelled batch ends the lines that are not jobs yet, too', async () => {
  const { secret, slug } = await app.account({ bonus_credits: 5_000 }, { quotas: {} })
  await app.database.pool.query(
    'update accounts set limit_per_minute = 60, rate_limit_set = true where slug = $1',
    [slug],
  )
  const [, { batch_id: id }] = await readBatch(await upload(secret, csv(2_200)))
  const cancelled = await app.call(secret, `/v2/batches/${id}`, { method: 'DELETE' })
  expect(cancelled.status).toBe(200)
  const batch = await waitForEnd(secret, id)
  expect(batch).toMatchObject({ status: 'cancelled', total: 2_200, queued: 0, running: 0 })
  expect(Number(batch.completed) + Number(batch.failed)).toBe(2_200)
  expect(await readBonus(app, slug)).toMatchObject({ held: 0, charged: batch.credits })
})

test('the lines of a crashed server are deleted when their lease is over, and at once by a server alone', async () => {
  const { slug } = await app.account()
  const abandon = (id: string, seen: string) =>
    app.database.pool.query(
      `with u as (insert into batch_uploads (id, account_id, key_id, endpoint, slot, seen)
         select $1, a.id, k.id, '${eventPath}', 0, now() - $3::interval from accounts a join keys k on k.account_id = a.id
         where a.slug = $2 returning id, account_id)
       insert into batch_lines select id, 0, account_id, '{}' from u`,
      [id, slug, seen],
    )
  await abandon('00000000-0000-4000-8000-000000000001', '31 seconds')
  await (await startApp({ database: app.database, config: { role: 'api' } })).close()
  expect(await countOpen(slug)).toBe(0)
  await abandon('00000000-0000-4000-8000-000000000001', '1 second')
  await (await startApp({ database: app.database, config: { role: 'api' } })).close()
  expect(await countOpen(slug)).toBe(1)
  await (await startApp({ database: app.database, config: { role: 'api' }, alone: true })).close()
  expect(await countOpen(slug)).toBe(0)
})

test('lines above the bound of stored bytes are 429, and nothing stays stored', async () => {
  const small = await startApp({
    database: app.database,
    config: { role: 'api' },
    limits: { storedBytesPerAccount: 900_000 },
  })
  const { secret } = await small.account({ bonus_credits: 5_000 })
  const full = await upload(secret, csv(2_500), { on: small })
  expect([full.status, full.headers.get('x-error-reason')]).toEqual([429, 'storage_exceeded'])
  await small.close()
  expect(await countStaged()).toBe(0)
})
