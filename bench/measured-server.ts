// Starts the servers of bench/hot-path-server.mjs from a fresh build, with the start options of `npm start`.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { startFlags } from './start-flags.ts'

/** The key is null if the server needs none. */
export type MeasuredServer = { process: ChildProcess; address: string; key: string }

const resolveFile = (name: string) => fileURLToPath(new URL(name, import.meta.url))

export function build(): void {
  if (spawnSync(process.execPath, [resolveFile('../scripts/build.mjs')]).status !== 0)
    throw new Error('the build failed')
}

/** `subject` is the record to return, or the site to read. */
export async function startMeasured(mode: string, url: string, subject = ''): Promise<MeasuredServer> {
  // Additional flags, such as --cpu-prof for a profile.
  const flags = [...startFlags, ...(process.env.QUARRY_BENCH_FLAGS?.split(' ') ?? [])]
  const child = spawn(
    process.execPath,
    [...flags, resolveFile('./hot-path-server.mjs'), mode, url, subject],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { process: child, ...JSON.parse(line.toString()) }
}
