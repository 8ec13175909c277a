// A batch while client and server are killed again and again: at the end every line has one result, in order, and is
// paid once. The long form, with the memory of a long run, is `npm run test:long -- clients`.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { isLong, longOrShort } from '../../server/test/support/long.ts'
import { type ServerProcess, startServer } from '../../server/test/support/server-process.ts'
import { createTempFolder } from '../../server/test/support/temp-folder.ts'
import { buildQuarry, type Started } from './support/quarry.ts'

const { lines, clientKills, serverKills } = isLong
  ? { lines: 1_000, clientKills: 10, serverKills: 5 }
  : { lines: 100, clientKills: 3, serverKills: 2 }

const quarry = buildQuarry()
const dataDir = createTempFolder('quarry-crashes-')
afterAll(() => {
  quarry.remove()
  rmSync(dataDir, { recursive: true, force: true })
})

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

type Progress = { done: number; open: { batchId: string | null } | null }

function readProgress(out: string): Progress | null {
  const file = `${out}.progress`
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Progress) : null
}

async function grant(server: ServerProcess, credits: number): Promise<void> {
  const token = readFileSync(join(dataDir, 'admin-token'), 'utf8').trim()
  await fetch(`${server.url}/admin/accounts/demo/credits`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ credits, reason: 'test' }),
  })
}

const start = async (port: number) => startServer({ QUARRY_PORT: String(port), QUARRY_DATA_DIR: dataDir })

async function readUsedCredits(server: ServerProcess, key: string): Promise<number> {
  const usage = await fetch(`${server.url}/v2/usage`, { headers: { 'x-api-key': key } })
  return ((await usage.json()) as { total_used: number }).total_used
}

test(`${lines} lines, the client killed ${clientKills} times and the server ${serverKills} times`, {
  timeout: 900_000,
}, async () => {
  const port = await freePort()
  let server = await start(port)
  const key = server.key ?? ''
  if (isLong) await grant(server, lines)
  // Some lines take seconds, so that a run is long enough to be killed several times.
  const inputs = Array.from({ length: lines }, (_, at) =>
    at % Math.floor(lines / 10) === 0 ? `fault-slow-${at}.example` : 'fenmont.example',
  )
  writeFileSync(join(quarry.folder, 'in.csv'), `query\n${inputs.join('\n')}\n`)
  const out = join(quarry.folder, 'out.ndjson')
  const begin = () =>
    quarry.start(['batch', 'company', 'in.csv', '--out', out], {
      env: { QUARRY_URL: server.url, QUARRY_KEY: key },
    })
  /** The client has connected to the server; from now on it waits when the server is gone. */
  const isUnderWay = (one: Started) =>
    expect.poll(() => one.stderr(), { timeout: 60_000, interval: 20 }).toContain('at most')
  const kill = async (client: Started) => {
    expect([client.process.exitCode, client.stderr()]).toEqual([null, expect.anything()])
    client.process.kill('SIGKILL')
    await client.ended
  }

  let client = begin()
  const kills = [...Array(clientKills).fill('client'), ...Array(serverKills).fill('server')].map(
    (who, at) => ({
      who,
      // Kills alternate and begin with the client, which is then killed before the server has confirmed anything.
      step: who === 'client' ? at * 2 : (at - clientKills) * 2 + 1,
    }),
  )
  for (const { who, step } of kills.toSorted((a, b) => a.step - b.step)) {
    if (who === 'client') {
      await isUnderWay(client)
      await expect
        .poll(() => readProgress(out)?.open ?? null, { timeout: 60_000, interval: 20 })
        .not.toBeNull()
      await sleep(step * 20)
      await kill(client)
      client = begin()
    } else {
      await isUnderWay(client)
      await expect
        .poll(() => readProgress(out)?.open?.batchId ?? null, { timeout: 60_000, interval: 20 })
        .not.toBeNull()
      await server.stop('SIGKILL')
      server = await start(port)
    }
  }
  const end = await client.ended
  expect([end.code === 0 || end.code === 8, end.stderr]).toEqual([
    true,
    expect.stringContaining('credits spent'),
  ])

  const read = (file: string) =>
    existsSync(file)
      ? readFileSync(file, 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as { line: number; credits: number })
      : []
  const records = read(out)
  const failedText = existsSync(join(quarry.folder, 'out.failed.csv'))
    ? readFileSync(join(quarry.folder, 'out.failed.csv'), 'utf8').trim().split('\r\n').slice(1)
    : []
  const failed = failedText.map((line) => Number(line.split(',')[1]))
  expect(records.map(({ line }) => line)).toEqual(records.map(({ line }) => line).toSorted((a, b) => a - b))
  expect([...records.map(({ line }) => line), ...failed].toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: lines }, (_, at) => at + 1),
  )
  expect(records.length).toBeGreaterThanOrEqual(lines * 0.9)
  expect(await readUsedCredits(server, key)).toBe(records.reduce((sum, { credits }) => sum + credits, 0))
  expect(readProgress(out)).toBeNull()
  await server.stop()
})

const staysFlat = async () => {
  const total = longOrShort('lines', { short: 100_000, long: 100_000 })
  const port = await freePort()
  const server = await start(port)
  await grant(server, total)
  const token = readFileSync(join(dataDir, 'admin-token'), 'utf8').trim()
  const created = await fetch(`${server.url}/admin/accounts/demo/keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ alias: 'long' }),
  })
  const { secret } = (await created.json()) as { secret: string }
  writeFileSync(join(quarry.folder, 'long.csv'), `query\n${'fenmont.example\n'.repeat(total)}`)
  const out = join(quarry.folder, 'long.ndjson')
  const client = quarry.start(['batch', 'company', 'long.csv', '--out', out], {
    env: { QUARRY_URL: server.url, QUARRY_KEY: secret },
  })
  const samples: number[] = []
  const sampler = setInterval(() => {
    const status = `/proc/${client.process.pid}/status`
    if (!existsSync(status)) return
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(status, 'utf8')) ?? []
    if (kilobytes !== undefined) samples.push(Number(kilobytes) / 1024)
  }, 500)
  const end = await client.ended.finally(() => clearInterval(sampler))
  expect([end.code, end.stderr]).toEqual([0, expect.stringContaining(`${total} records`)])
  const tenth = Math.ceil(samples.length / 10)
  const early = Math.max(...samples.slice(tenth, tenth * 3))
  const late = Math.max(...samples.slice(-tenth * 2))
  process.stdout.write(`memory of the client: ${early.toFixed(0)} MB early, ${late.toFixed(0)} MB late\n`)
  expect(late).toBeLessThan(early + 40)
  await server.stop()
}
// Takes hours, so it is only in the long form.
if (isLong) test('memory stays flat over 100,000 lines', { timeout: 7_200_000 }, staysFlat)
