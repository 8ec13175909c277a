// The p99 of GET /v2/usage and the growth of the server's memory while 50 callers request hanging, endless and
// decompression-bomb pages, for each kind, compared with an idle server. Usage: npx tsx bench/faults.ts
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createTempFolder } from '../server/test/support/temp-folder.ts'

const run = fileURLToPath(new URL('../scripts/run.mjs', import.meta.url))
const dataDir = createTempFolder()
const server = spawn(process.execPath, [run, 'serve'], {
  env: { ...process.env, QUARRY_DATA_DIR: dataDir, QUARRY_PORT: '0', QUARRY_LOG_LEVEL: 'silent' },
})
let output = ''
server.stdout.on('data', (chunk) => (output += chunk))
while (!/curl/.test(output)) await once(server.stdout, 'data')
const url = /listening at (\S+)/.exec(output)?.[1] ?? ''
const key = /qry_\w+/.exec(output)?.[0] ?? ''

const rssMb = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024
const get = (path: string) => fetch(url + path, { headers: { 'x-api-key': key } })

async function usageP99(until: () => boolean): Promise<{ p99: number; calls: number; peakMb: number }> {
  const times: number[] = []
  let peakMb = 0
  while (!until() || times.length < 100) {
    const startedAt = performance.now()
    await (await get('/v2/usage')).text()
    times.push(performance.now() - startedAt)
    peakMb = Math.max(peakMb, rssMb())
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  times.sort((a, b) => a - b)
  return { p99: times[Math.floor(times.length * 0.99)] ?? 0, calls: times.length, peakMb }
}

const show = (
  name: string,
  { p99, calls, peakMb }: { p99: number; calls: number; peakMb: number },
  baseMb: number,
  extra = '',
) =>
  console.log(
    `${name.padEnd(8)} usage p99 ${p99.toFixed(1).padStart(7)} ms over ${calls} calls, memory +${(peakMb - baseMb).toFixed(0)} MB ${extra}`,
  )

for (let i = 0; i < 50; i++) await get('/v2/usage')
const baseMb = rssMb()
show('at rest', await usageP99(() => true), baseMb)
for (const kind of ['hang', 'huge', 'bomb']) {
  let answered = 0
  const statuses = new Map<string, number>()
  const provoke = async (n: number) => {
    const address = encodeURIComponent(`https://fr.ticketing.example/e/n${n}-fault-${kind}-1000000000017`)
    const response = await get(`/v2/ticketing/event?query=${address}`)
    const outcome = `${response.status} ${response.headers.get('x-error-reason')}`
    statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1)
    answered += 1
  }
  const before = rssMb()
  const provoked = Array.from({ length: 50 }, (_, n) => provoke(n))
  show(
    kind,
    await usageP99(() => answered === 50),
    before,
    [...statuses].map(([outcome, count]) => `${count} × ${outcome}`).join(', '),
  )
  await Promise.all(provoked)
}
server.kill('SIGTERM')
await once(server, 'close')
rmSync(dataDir, { recursive: true, force: true })
