// `quarry replay`: runs the current readers over the archived pages, or over a folder of saved pages, and compares the
// records with those that were stored with the pages. Use it to check a changed reader or an upgrade.
import { existsSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Piscina } from 'piscina'
import { listSegments, readArchive } from '../../fetching/archive/read-archive.ts'
import { type Choice, chooseEntries, findSavedPages } from '../../lookups/reread/choose-lookups.ts'
import {
  hasLoss,
  markdownReport,
  mergeTallies,
  newTally,
  type Tally,
  textReport,
} from '../../lookups/reread/reread-report.ts'
import rereadShare, { type RereadTask } from '../../lookups/reread/reread-worker.ts'
import { loadSources, type Sources } from '../../lookups/sources/load-sources.ts'
import { loadConfig } from '../../platform/config/config.ts'
import { version } from '../../platform/lib/version.ts'
import { findWorkerFile } from '../../platform/lib/worker-threads.ts'
import { parseOptions, UsageError } from './command-usage.ts'

const shareSize = 25
const maxThreads = 8
/** Starting threads takes longer than running this many tasks. */
const fewTasks = 4

export async function replay(args: readonly string[]): Promise<number> {
  const loaded = await loadSources()
  const { from, markdown, ...choice } = readArguments(args, loaded)
  const tasks = createTasks(from, choice, loaded)
  const tally = await run(tasks)
  process.stdout.write(textReport(tally))
  if (markdown !== null) writeFileSync(markdown, markdownReport(tally, new Date().toISOString(), version))
  return hasLoss(tally) ? 1 : 0
}

function createTasks(from: string | null, choice: Choice, { sources }: Sources): RereadTask[] {
  const modules = sources.map(({ name, module }) => ({ name, module }))
  if (from !== null && !existsSync(from)) throw new UsageError(`--from ${from} is not a folder`)
  const folder = from ?? join(loadConfig().dataDir, 'archive')
  if (from !== null && listSegments(from).length === 0) {
    const pages = findSavedPages(from, sources, choice.endpoint)
    const chosen = pages.filter(
      ({ path, provider }) =>
        (choice.endpoint === null || path === choice.endpoint) &&
        (choice.provider === null || provider === choice.provider),
    )
    return splitIntoShares(chosen.slice(0, choice.sample ?? chosen.length)).map((saved) => ({
      sources: modules,
      saved,
    }))
  }
  const entries = chooseEntries(readArchive(folder).entries(), choice)
  return splitIntoShares(entries).map((share) => ({ sources: modules, folder, entries: share }))
}

const splitIntoShares = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / shareSize) }, (_, n) =>
    items.slice(n * shareSize, (n + 1) * shareSize),
  )

async function run(tasks: readonly RereadTask[]): Promise<Tally> {
  const tally = newTally()
  if (tasks.length <= fewTasks) {
    for (const task of tasks) mergeTallies(tally, await rereadShare(task))
    return tally
  }
  const threads = Math.min(availableParallelism(), maxThreads, tasks.length)
  const worker = findWorkerFile(import.meta.url, '../../lookups/reread/reread-worker')
  const pool = new Piscina({ ...worker, minThreads: threads, maxThreads: threads })
  let done = 0
  try {
    await Promise.all(
      tasks.map(async (task) => {
        mergeTallies(tally, await pool.run(task))
        done += 1
        showProgress(done, tasks.length)
      }),
    )
  } finally {
    await pool.destroy()
  }
  return tally
}

/** Only on a terminal. */
function showProgress(done: number, total: number): void {
  if (!process.stderr.isTTY) return
  process.stderr.write(`\r${Math.floor((100 * done) / total)} % replayed${done === total ? '\n' : ''}`)
}

const text = { type: 'string' } as const
const options = { endpoint: text, provider: text, since: text, sample: text, from: text, markdown: text }

function readArguments(args: readonly string[], loaded: Sources) {
  const { values } = parseOptions({ args: [...args], options })
  const { endpoint, provider = null, since, sample, from = null, markdown = null } = values
  if (sample !== undefined && !/^[1-9]\d{0,8}$/.test(sample))
    throw new UsageError(`--sample is ${JSON.stringify(sample)}: it must be a whole number of at least 1`)
  return {
    endpoint: endpoint === undefined ? null : readEndpoint(endpoint, loaded),
    provider,
    sinceMs: since === undefined ? null : parseSince(since),
    sample: sample === undefined ? null : Number(sample),
    from,
    markdown,
  }
}

function readEndpoint(name: string, { endpoints }: Sources): string {
  const path = `/v2/${name.replace(/^\/v2\//, '')}`
  if (endpoints.some((endpoint) => endpoint.path === path)) return path
  const names = endpoints.map((endpoint) => endpoint.path.replace('/v2/', ''))
  throw new UsageError(`there is no endpoint ${JSON.stringify(name)}; there are ${names.join(', ')}`)
}

const hourMs = 3_600_000

function parseSince(text: string): number {
  const [, count, unit] = /^(\d{1,6})([hd])$/.exec(text) ?? []
  if (count !== undefined) return Date.now() - Number(count) * (unit === 'h' ? hourMs : 24 * hourMs)
  const at = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(at))
    throw new UsageError(
      `--since is ${JSON.stringify(text)}: it must be a date, a time, or an age such as 36h or 2d`,
    )
  return at
}
