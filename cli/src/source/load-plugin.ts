// Loads a plugin and the test suite of the kit that is installed in its folder. Needs no server.
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Ended, exitCodes } from '../failure.ts'

export type Endpoint = { path: string }
export type Source = { name: string; endpoints: readonly Endpoint[]; sandbox?: unknown }
export type SourceCheck = {
  name: string
  needsSandbox?: true
  isPrecondition?: true
  check: (source: Source, endpoint: Endpoint) => void | Promise<void>
}

const fail = (problem: string) => new Ended(exitCodes.unexpected, problem)

export async function loadPlugin(
  folder: string,
): Promise<{ sources: Source[]; checks: readonly SourceCheck[] }> {
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
