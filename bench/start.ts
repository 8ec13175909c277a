// Starts of the server with and without a plugin, and of an older version: the time until it listens, the CPU time of
// all its Node.js processes until then, and their memory when idle. The variants alternate.
// Usage: npx tsx bench/start.ts [rounds] [folder of an older version, installed and built]
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createTempFolder } from '../server/test/support/temp-folder.ts'
import { build } from './measured-server.ts'
import { median } from './results.ts'

type Variant = { name: string; folder: string; env: Record<string, string>; dataDir: string }
type Figures = { ms: number; cpuMs: number; megabytes: number }

const rounds = Number(process.argv[2] ?? 5)
const older = process.argv[3]
const idleMs = 10_000
const ticksPerSecond = 100
const root = fileURLToPath(new URL('..', import.meta.url))

build()
const createVariant = (name: string, folder: string, env = {}): Variant => ({
  ...{ name, folder, env },
  dataDir: createTempFolder('quarry-start-'),
})
const variants = [
  ...(older === undefined ? [] : [createVariant('older version', older)]),
  createVariant('without plugins', root),
  createVariant('with plugins/page', root, { QUARRY_PLUGINS: `${root}plugins/page` }),
]
// The first start creates the database.
for (const variant of variants) await measureStart(variant, 0)
const figures = new Map<string, Figures[]>(variants.map(({ name }) => [name, []]))
for (let round = 0; round < rounds; round += 1)
  for (const variant of variants) figures.get(variant.name)?.push(await measureStart(variant, idleMs))

console.log(
  `medians of ${rounds} starts           listening    CPU until then    memory after ${idleMs / 1000} s`,
)
for (const [name, measured] of figures) {
  const pick = (field: keyof Figures) => median(measured.map((one) => one[field]))
  console.log(
    `${name.padEnd(28)}${pick('ms').toFixed(0).padStart(10)} ms${pick('cpuMs').toFixed(0).padStart(15)} ms` +
      `${pick('megabytes').toFixed(0).padStart(18)} MB`,
  )
}
for (const { dataDir } of variants) rmSync(dataDir, { recursive: true, force: true })

async function measureStart({ folder, env, dataDir }: Variant, waitMs: number): Promise<Figures> {
  const startedAt = performance.now()
  const child = spawn('npm', ['run', '--silent', 'start'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      QUARRY_DATA_DIR: dataDir,
      QUARRY_PORT: '0',
      ...env,
    },
  })
  await waitForText(child, 'listening at')
  const ms = performance.now() - startedAt
  const cpuMs = listServerProcesses(child).reduce((sum, pid) => sum + readCpuMs(pid), 0)
  await sleep(waitMs)
  const megabytes = listServerProcesses(child).reduce((sum, pid) => sum + readMegabytes(pid), 0)
  const exited = once(child, 'exit')
  for (const pid of listServerProcesses(child)) process.kill(pid, 'SIGTERM')
  await exited
  return { ms, cpuMs, megabytes }
}

function waitForText({ stdout }: ChildProcess, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    stdout?.on('data', (chunk) => {
      output += chunk
      if (output.includes(text)) resolve()
    })
    stdout?.on('end', () => reject(new Error(`the server did not start: ${output}`)))
  })
}

/** The Node.js processes below npm: the launcher and the server, not the database. */
function listServerProcesses({ pid: npm }: ChildProcess): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = readStat(Number(name))
    if (stat?.isNode) parents.set(Number(name), stat.parent)
  }
  const isBelowNpm = (pid: number): boolean => {
    const parent = parents.get(pid)
    return parent !== undefined && (parent === npm || isBelowNpm(parent))
  }
  return [...parents.keys()].filter(isBelowNpm)
}

function readStat(pid: number) {
  try {
    const [, command = '', rest = ''] =
      /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    const fields = rest.split(' ')
    const isNode = /^(?:node|sh|MainThread)$/.test(command)
    return { isNode, parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }
  } catch {
    // The process has ended meanwhile.
    return null
  }
}

function readCpuMs(pid: number): number {
  return ((readStat(pid)?.ticks ?? 0) / ticksPerSecond) * 1000
}

function readMegabytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}
