// Measures each start option of `scripts/start-options.mjs`: one server with all options, one without the option under
// test. Both get the traffic of the soak test, to compare memory, then cached calls in rounds, to compare CPU time per
// call. An option is kept if it gains 30 MB or 5 %.
// Usage: npx tsx bench/start-options.ts [soak seconds] [rounds] [option | option,option …]
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { Agent, request } from 'undici'
import { mallocVariables, nodeFlags } from '../scripts/start-options.mjs'
import { connect } from '../server/src/platform/db/connect.ts'
import { startEmbedded } from '../server/src/platform/db/embedded.ts'
import { createTempFolder } from '../server/test/support/temp-folder.ts'
import { build } from './measured-server.ts'
import { processorMs } from './processor-time.ts'
import { median } from './results.ts'
import { callAt } from './soak-traffic.ts'

type Server = { process: ChildProcess; pid: number; address: string; key: string }
type StartOptions = { flags: string[]; variables: Record<string, string> }

const soakSeconds = Number(process.argv[2] ?? 120)
const rounds = Number(process.argv[3] ?? 5)
const chosen = process.argv.slice(4)
const callsPerSecond = 25
const warmUpSeconds = 8
const roundSeconds = 3
const connections = 64
const sampleMs = 1000
const cachedCall = '/v2/ticketing/event?query=1000000000017&max_age=86400'
const adminToken = 'bench-admin-token-0123456789'
const cli = fileURLToPath(new URL('../server/dist/cli.js', import.meta.url))

const all: StartOptions = { flags: [...nodeFlags], variables: { ...mallocVariables } }
const allOptions = [...nodeFlags, ...Object.keys(mallocVariables)]
const names = chosen.length === 0 ? allOptions : chosen

/** Options joined by commas are removed together. */
function omitOption(name: string): StartOptions {
  const left = name.split(',')
  const unknown = left.filter((one) => !allOptions.includes(one))
  if (unknown.length > 0)
    throw new Error(`no start option ${unknown.join(', ')}; there are ${allOptions.join(', ')}`)
  const flags = all.flags.filter((flag) => !left.includes(flag))
  const variables = Object.entries(all.variables).filter(([variable]) => !left.includes(variable))
  return { flags, variables: Object.fromEntries(variables) }
}

build()
const dataDir = createTempFolder('quarry-start-options-')
const embedded = await startEmbedded({ dataDir: join(dataDir, 'db'), purpose: 'serve' })
const admin = connect(embedded.target, { max: 1 })
const dispatcher = new Agent({ connections: 200 })
let databases = 0

console.log(
  `${soakSeconds} s of mixed traffic at ${callsPerSecond} calls/s, ${rounds} rounds of cached calls`,
)
console.log('without                             memory MB (with, without, difference)   CPU per cached call')
for (const name of names) {
  const pair = [await startServer(all), await startServer(omitOption(name))] as const
  const [withMb, withoutMb] = await soak(pair)
  const ratios = await compareCachedCalls(pair)
  const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`
  console.log(
    `${name.padEnd(36)}${withMb.toFixed(0).padStart(4)} ${withoutMb.toFixed(0).padStart(4)} ` +
      `${(withoutMb - withMb).toFixed(0).padStart(5)}${' '.repeat(24)} ${median(ratios).toFixed(2)} times (${range})`,
  )
  for (const server of pair) {
    server.process.kill('SIGTERM')
    await once(server.process, 'exit')
  }
}
await dispatcher.close()
await admin.close()
await embedded.stop()
rmSync(dataDir, { recursive: true, force: true })

async function startServer({ flags, variables }: StartOptions): Promise<Server> {
  databases += 1
  const name = `options_${databases}`
  await admin.pool.query(`create database ${name}`)
  const url = new URL(embedded.target.url)
  url.pathname = `/${name}`
  const child = spawn(process.execPath, [...flags, cli, 'serve'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      ...variables,
      DATABASE_URL: url.href,
      QUARRY_PORT: '0',
      QUARRY_DATA_DIR: join(dataDir, name),
      QUARRY_LOG_LEVEL: 'silent',
      QUARRY_ADMIN_TOKEN: adminToken,
    },
  })
  let output = ''
  for (;;) {
    const [chunk] = (await once(child.stdout, 'data')) as [Buffer]
    output += chunk
    const address = /listening at (\S+)/.exec(output)?.[1]
    if (address === undefined || child.pid === undefined) continue
    return { process: child, pid: child.pid, address, key: await createAccount(address) }
  }
}

async function createAccount(address: string): Promise<string> {
  const post = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' }
    const response = await fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as { secret: string }
  }
  const limits = { per_second: null, per_minute: null }
  await post('/admin/accounts', { slug: 'bench', name: 'Bench', bonus_credits: 1e9, rate_limit: limits })
  return (await post('/admin/accounts/bench/keys', { alias: 'main' })).secret
}

/** The median resident memory in the second half of the traffic, by server. */
async function soak(pair: readonly Server[]): Promise<[number, number]> {
  const samples = pair.map(() => [] as number[])
  const startedAt = performance.now()
  const sampler = setInterval(() => {
    if (performance.now() - startedAt < soakSeconds * 500) return
    for (const [n, server] of pair.entries()) samples[n]?.push(residentMb(server.pid))
  }, sampleMs)
  const open = new Set<Promise<void>>()
  for (let n = 0; n < soakSeconds * callsPerSecond; n += 1) {
    const dueInMs = startedAt + (n * 1000) / callsPerSecond - performance.now()
    if (dueInMs > 0) await sleep(dueInMs)
    for (const server of pair) {
      const call = send(server, n).finally(() => open.delete(call))
      open.add(call)
    }
  }
  clearInterval(sampler)
  await Promise.all(open)
  return [median(samples[0] ?? []), median(samples[1] ?? [])]
}

async function send(server: Server, n: number): Promise<void> {
  const { method, path, body, key = server.key } = callAt(n)
  const headers = { 'x-api-key': key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
  const response = await request(server.address + path, {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
    dispatcher,
  })
  await response.body.text()
}

function residentMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

/** Processor time per call without the option, as a multiple of that with it, for each round. */
async function compareCachedCalls([first, second]: readonly [Server, Server]): Promise<number[]> {
  for (const server of [first, second]) await cachedCallMs(server, warmUpSeconds)
  const ratios: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? [first, second] : [second, first]
    const cost = new Map<Server, number>()
    for (const server of order) cost.set(server, await cachedCallMs(server, roundSeconds))
    ratios.push((cost.get(second) ?? Number.NaN) / (cost.get(first) ?? Number.NaN))
  }
  return ratios
}

async function cachedCallMs({ address, key, pid }: Server, duration: number): Promise<number> {
  const before = processorMs(pid)
  const result = await autocannon({
    url: address + cachedCall,
    connections,
    duration,
    headers: { 'x-api-key': key },
  })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} calls were refused`)
  return (processorMs(pid) - before) / result.requests.total
}
