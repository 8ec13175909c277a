// The console with a million logged calls: the server's time for each request of the overview and of the first page of
// calls, the memory of the tab after a long live view, and the load time.
// Needs a Chromium. Usage: npx tsx bench/console.ts [calls] [events]

import { rmSync } from 'node:fs'
import { sources } from '@quarry/sources'
import { pino } from 'pino'
import type { Page } from 'playwright-core'
import { createAccountStore } from '../server/src/accounts/account-store.ts'
import { createKeys } from '../server/src/accounts/keys.ts'
import { createApp } from '../server/src/app/app.ts'
import { loadConfig } from '../server/src/platform/config/config.ts'
import { connect, type Database } from '../server/src/platform/db/connect.ts'
import { noQueryTimeout } from '../server/src/platform/db/connection.ts'
import { startEmbedded } from '../server/src/platform/db/embedded.ts'
import { migrate } from '../server/src/platform/db/migrate.ts'
import { openPage, startBrowser } from '../server/test/support/browser.ts'
import { buildConsole } from '../server/test/support/builds.ts'
import { settle, signIn } from '../server/test/support/console.ts'
import { startServer } from '../server/test/support/server-process.ts'
import { createTempFolder } from '../server/test/support/temp-folder.ts'

const calls = Number(process.argv[2] ?? 1_000_000)
const events = Number(process.argv[3] ?? 20_000)
const rounds = 7
const days = 28
const accounts = 10
const adminToken = 'bench-token-0123456789'
const printLine = (line: string) => process.stdout.write(`${line}\n`)

const dataDir = createTempFolder()
const embedded = await startEmbedded({ dataDir, purpose: 'serve' })
const database = connect(embedded.target)
await migrate(database)

/** Deterministic rows: accounts in rotation, times in order. */
const buildRowsSql = (at: string) => `
insert into calls (at, request_id, account_id, key_id, endpoint, params, recorded_status, sent_status, reason,
  subscription_credits, bonus_credits, ms, client_closed, provider, record_form, fields_filled, fields_total)
select ${at}, gen_random_uuid(), ($1::integer[])[1 + n % $3], ($2::uuid[])[1 + n % $3], '/v2/source/' || n % 12,
  '{"query":"Item ' || n || ' of a length as they have"}', case when n % 10 = 0 then 404 else 200 end, 200,
  case when n % 10 = 0 then 'not_found' end, 0, 1, 5 + n % 300, false, (array['site', 'goods'])[1 + n % 2],
  case when n % 10 > 0 then 'json' end, case when n % 10 > 0 then 30 end, case when n % 10 > 0 then 40 end
from generate_series($4::integer, $5::integer) n`

const sums = `count(*), sum(bonus_credits), coalesce(sum(fields_filled), 0), coalesce(sum(fields_total), 0)`

type Members = { ids: number[]; keys: string[]; secret: string }

async function makeMembers(): Promise<Members> {
  const members: Members = { ids: [], keys: [], secret: '' }
  for (let n = 0; n < accounts; n += 1) {
    const slug = `bench-${n}`
    await createAccountStore(database).create(
      { slug, name: slug, bonus_credits: 10_000_000, statistics_enabled: true },
      'bench',
    )
    const key = await createKeys(database).create(slug, { alias: 'main' }, 'bench')
    members.keys.push(key.id)
    members.secret = key.secret
    const { rows } = await database.pool.query('select id from accounts where slug = $1', [slug])
    members.ids.push(rows[0].id)
  }
  return members
}

const toRowParams = ({ ids, keys }: Members, from: number, to: number) => [ids, keys, ids.length, from, to]

async function fill({ pool }: Database, members: Members): Promise<void> {
  const client = await pool.connect()
  const run = (text: string, values: unknown[] = []) => client.query({ text, values, ...noQueryTimeout })
  await run('set statement_timeout = 0')
  await run(`select set_config('quarry.now', (now() - interval '${days} days')::text, false)`)
  await run('select quarry_make_months(2)')
  await run(`select set_config('quarry.now', '', false)`)
  const step = (days * 86_400) / calls
  const at = `now() - interval '${days} days' + n * interval '${step} seconds'`
  await run(buildRowsSql(at), toRowParams(members, 1, calls))
  await run(`
    insert into rollups (account_id, day, endpoint, key_id, status, ms_at_most, calls, credits, fields_filled, fields_total)
    select account_id, (at at time zone 'UTC')::date, endpoint, key_id, recorded_status, ms / 25 * 25, ${sums}
    from calls group by 1, 2, 3, 4, 5, 6`)
  await run(`
    insert into rollups_hourly (account_id, hour, endpoint, key_id, provider, form, status, ms_at_most, calls, credits,
      fields_filled, fields_total)
    select account_id, date_trunc('hour', at, 'UTC'), endpoint, key_id, provider, coalesce(record_form, ''),
      recorded_status, ms / 25 * 25, ${sums}
    from calls group by 1, 2, 3, 4, 5, 6, 7, 8 order by 2`)
  await run('analyze')
  client.release(true)
}

/** The requests of a view, sent concurrently by the browser, with their durations. */
async function measureTimes(page: Page, address: string): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>()
  page.on('requestfinished', (request) => {
    const { pathname, search } = new URL(request.url())
    if (!/^\/(?:v2|admin|status\.json|session)/.test(pathname)) return
    const { requestStart, responseEnd } = request.timing()
    const name = pathname + search.replaceAll(/\d{4}-\d\d-\d\d[^&]*/g, '…')
    times.set(name, [...(times.get(name) ?? []), responseEnd - requestStart])
  })
  for (let round = 0; round < rounds; round += 1) {
    await page.goto(address)
    await settle(page)
    await page.waitForLoadState('networkidle')
  }
  page.removeAllListeners('requestfinished')
  return times
}

/** The requests one after the other, without the browser: the server's time alone. */
async function aloneMs(address: string, headers: Record<string, string>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const startedMs = performance.now()
    const response = await fetch(address, { headers })
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`${address} was answered with ${response.status}`)
    times.push(performance.now() - startedMs)
  }
  return median(times)
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

async function measureHeap(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

/** The calls of an hour, sent within minutes. */
async function followTail(page: Page, url: string, members: Members): Promise<void> {
  await page.goto(`${url}/console/calls`)
  await settle(page)
  await page.getByRole('button', { name: 'Follow live' }).click()
  await page.getByRole('button', { name: 'Live', exact: true }).waitFor()
  const burst = 100
  let pushed = 0
  const push = async (count: number) => {
    for (const end = pushed + count; pushed < end; pushed += burst)
      await database.pool.query(
        buildRowsSql('now()'),
        toRowParams(members, calls + pushed + 1, calls + pushed + burst),
      )
    await page
      .getByText(`Item ${calls + pushed} of`)
      .filter({ visible: true })
      .waitFor({ timeout: 120_000 })
  }
  await push(events / 10)
  const first = await measureHeap(page)
  const startedMs = performance.now()
  await push(events - events / 10)
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
  const last = await measureHeap(page)
  printLine(
    `live tail: ${megabytes(first)} after ${events / 10} events, ${megabytes(last)} after ${events} (${seconds} s)`,
  )
}

async function startSeconds(env: NodeJS.ProcessEnv): Promise<string> {
  const startedMs = performance.now()
  const server = await startServer(env)
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
  await server.stop()
  return seconds
}

buildConsole()
const members = await makeMembers()
await fill(database, members)
printLine(`${calls} calls of ${accounts} accounts in ${days} days`)
const app = await createApp({
  config: { ...loadConfig({}), dataDir },
  database,
  sources,
  adminToken,
  log: pino({ level: 'silent' }),
})
const url = await app.server.listen({ host: '127.0.0.1', port: 0 })
const browser = await startBrowser()
for (const [role, secret] of [
  ['account', members.secret],
  ['operator', adminToken],
] as const) {
  const { page, close } = await openPage(browser, url)
  await signIn(page, secret)
  const headers: Record<string, string> =
    role === 'account' ? { 'x-api-key': secret } : { authorization: `Bearer ${secret}` }
  const since = new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
  for (const path of ['/', '/console/calls'])
    for (const [name, times] of await measureTimes(page, url + path)) {
      const alone = await aloneMs(url + name.replaceAll('…', since), headers)
      printLine(
        `${role} ${path} ${name}: alone ${alone.toFixed(0)} ms, with the others ${median(times).toFixed(0)} ms, at most ${Math.max(...times).toFixed(0)} ms`,
      )
    }
  if (role === 'operator') await followTail(page, url, members)
  await close()
}
const audit = await fetch(`${url}/admin/audit`, { headers: { authorization: `Bearer ${adminToken}` } })
printLine(`audit, beside all of this: ${((await audit.json()) as { ms: number | null }).ms} ms`)
await browser.close()
await app.close()
await database.close()
await embedded.stop()

const home = createTempFolder('quarry-bench-start-')
printLine(`first start of a built copy: ${await startSeconds({ QUARRY_DATA_DIR: home })} s`)
printLine(`later start: ${await startSeconds({ QUARRY_DATA_DIR: home })} s`)
for (const folder of [dataDir, home]) rmSync(folder, { recursive: true, force: true })
