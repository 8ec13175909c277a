// Loads a plugin and the test suite of the kit that is installed in its folder, and runs the checks or lists the
// endpoints. In a thread of its own, so that a check that never ends can be stopped. Needs no server.
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import { Ended, exitCodes } from '../failure.ts'

/** `started` comes before each check; `end` is the last message. */
export type CheckMessage =
  | { kind: 'endpoint'; path: string }
  | { kind: 'started' | 'ok' | 'skipped'; name: string }
  | { kind: 'failed'; name: string; problem: string }
  | { kind: 'refused'; problem: string }
  | { kind: 'end' }

type Endpoint = { path: string }
type Source = { name: string; endpoints: readonly Endpoint[]; sandbox?: unknown }
type SourceCheck = {
  name: string
  needsSandbox?: true
  isPrecondition?: true
  check: (source: Source, endpoint: Endpoint) => void | Promise<void>
}

/** Reports the endpoints, and the outcome of each check unless only the endpoints are listed. */
async function run(): Promise<void> {
  const { folder, isListing = false } = workerData as { folder: string; isListing?: boolean }
  try {
    const { sources, checks } = await loadPlugin(folder)
    for (const source of sources)
      for (const endpoint of source.endpoints) {
        report({ kind: 'endpoint', path: endpoint.path })
        for (const check of isListing ? [] : checks) if (!(await runCheck(source, endpoint, check))) break
      }
  } catch (error) {
    report({ kind: 'refused', problem: toLine(error) })
  }
  report({ kind: 'end' })
}

const report = (message: CheckMessage): void => parentPort?.postMessage(message)

const toLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? ''

/** Returns whether the next check may run. */
async function runCheck(source: Source, endpoint: Endpoint, check: SourceCheck): Promise<boolean> {
  const { name } = check
  if (check.needsSandbox && source.sandbox === undefined) {
    report({ kind: 'skipped', name })
    return true
  }
  report({ kind: 'started', name })
  try {
    await check.check(source, endpoint)
    report({ kind: 'ok', name })
    return true
  } catch (error) {
    report({ kind: 'failed', name, problem: toLine(error) })
    return check.isPrecondition !== true
  }
}

const fail = (problem: string) => new Ended(exitCodes.unexpected, problem)

async function loadPlugin(folder: string): Promise<{ sources: Source[]; checks: readonly SourceCheck[] }> {
  const home = resolve(folder)
  const file = findEntry(home)
  const exported = await importFile(file)
  const sources = [exported.default].flat() as Source[]
  if (exported.default === undefined) throw fail(`${file} has no default export; export a source, or a list`)
  if (!sources.every((source) => Array.isArray(source?.endpoints)))
    throw fail(`the default export of ${file} is not a source; declare it with defineSource`)
  return { sources, checks: await loadChecks(home) }
}

function findEntry(home: string): string {
  const manifest = join(home, 'package.json')
  if (!existsSync(manifest)) throw fail(`${home} has no package.json; name the folder of a plugin`)
  const about = JSON.parse(readFileSync(manifest, 'utf8')) as {
    name?: string
    exports?: unknown
    main?: string
  }
  // Node.js resolves a package from inside by its own name only if the package has `exports`.
  const entry =
    about.exports && about.name ? resolveFrom(manifest, about.name) : join(home, about.main ?? 'index.js')
  if (entry === null || !existsSync(entry))
    throw fail(`the plugin in ${home} is not built; run npm run build`)
  return entry
}

async function loadChecks(home: string): Promise<readonly SourceCheck[]> {
  const testing = resolveFrom(join(home, 'package.json'), '@quarry/kit/testing')
  if (testing === null)
    throw fail(
      `the kit is not installed in ${home}; run npm install, or install /downloads/kit.tgz of your server`,
    )
  const { sourceChecks } = await importFile(testing)
  // In this thread pages may have any size: the server reads those of plugins in threads too.
  const budget = resolveFrom(join(home, 'package.json'), '@quarry/kit/read/page-budget')
  if (budget !== null) ((await importFile(budget)).allowLargeDom as () => void)()
  return sourceChecks as readonly SourceCheck[]
}

function resolveFrom(file: string, specifier: string): string | null {
  try {
    return createRequire(file).resolve(specifier)
  } catch {
    return null
  }
}

async function importFile(file: string): Promise<Record<string, unknown>> {
  try {
    return (await import(pathToFileURL(file).href)) as Record<string, unknown>
  } catch (error) {
    throw fail(`${file} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`)
  }
}

await run()
