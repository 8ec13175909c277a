// Finds a server installation and runs its commands. Pages are fetched by the server's own code, with its guard.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Ended, exitCodes, UsageError } from '../failure.ts'
import { extendEnvironment, getServerHome } from '../profile.ts'

export type Installation = { folder: string; program: string }

/** The launcher of a checkout or an image, which builds what is stale; or the build alone. */
const programs = ['scripts/run.mjs', 'server/dist/cli.js']

export function findInstallation(option?: string): Installation {
  const home = option ?? getServerHome()
  if (home === null)
    throw new UsageError(
      'this command needs the files of a server; name their folder with --server <folder> or QUARRY_HOME',
    )
  const folder = resolve(home)
  const program = programs.map((name) => join(folder, name)).find((file) => existsSync(file))
  if (program === undefined)
    throw new UsageError(
      `${folder} is not the folder of a Quarry server: it has no ${programs.join(' and no ')}`,
    )
  return { folder, program }
}

type Start = { args: readonly string[]; env?: NodeJS.ProcessEnv; cwd?: string }

/** With a channel, so that a server ends with this process, even after SIGKILL. */
export const startProgram = ({ program }: Installation, { args, env = {}, cwd }: Start): ChildProcess =>
  spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: extendEnvironment(env),
    ...(cwd === undefined ? {} : { cwd }),
  })

/** Runs a command to its end and returns its output. Where it fails, its one line is the error. */
export async function runProgram(
  installation: Installation,
  args: readonly string[],
  options: Omit<Start, 'args'> = {},
): Promise<string> {
  const child = startProgram(installation, { args, ...options })
  const [stdout, stderr] = [child.stdout, child.stderr].map((stream) => {
    const pieces: Buffer[] = []
    stream?.on('data', (piece: Buffer) => pieces.push(piece))
    return pieces
  })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code === 0) return Buffer.concat(stdout ?? []).toString()
  const lines = Buffer.concat(stderr ?? [])
    .toString()
    .trim()
    .split('\n')
  const line = lines.at(-1)?.replace(/^quarry: /, '')
  throw new Ended(
    code === 2 ? exitCodes.usage : exitCodes.upstream,
    line || `the server ended with exit code ${code}`,
  )
}
