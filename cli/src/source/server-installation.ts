// Finds a server installation and runs its commands. Pages are fetched with the code of the server: robots.txt, address
// guard and limits are its own.
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

/** Starts the program with an IPC channel: a server exits when the channel closes, so it never outlives this process. */
export const startProgram = ({ program }: Installation, { args, env = {}, cwd }: Start): ChildProcess =>
  spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: extendEnvironment(env),
    ...(cwd === undefined ? {} : { cwd }),
  })

/** Runs a command to its end and returns its output. If it fails, the last line that it printed is the error. */
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

/** The page as `quarry fetch-page` of the server prints it. */
type SavedPage = {
  url: string
  status: number
  content_type: string
  headers: Record<string, string>
  body: string
}

export type FetchOptions = { server?: string; allowPrivate?: boolean }

export const isAddress = (text: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(text)

export async function fetchSavedPage(
  url: string,
  { server, allowPrivate = false }: FetchOptions,
): Promise<SavedPage> {
  if (!URL.canParse(url)) throw new UsageError(`${url} is not an address`)
  const installation = findInstallation(server)
  const args = ['fetch-page', url, ...(allowPrivate ? ['--allow-private'] : [])]
  return JSON.parse(await runProgram(installation, args)) as SavedPage
}
