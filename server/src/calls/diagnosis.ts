// Keeps the last pages of a provider that an endpoint could not read, or only in part, so that an operator can see what the site
// sent and a contributor can mend the extractor with `quarry extract`. Bounded in number and size; best effort.
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '../contract/outcome.ts'

const keptPerProvider = 20
const maxPageChars = 2_000_000

export type Diagnosis = {
  keep: (path: string, provider: string, pages: readonly Page[], why: string) => void
  /** How many pages that could not be read are kept. */
  count: (path: string, provider: string) => Promise<number>
  /** A page that gave a record, but not of all that it shows: kept apart, so that it never drives out a failure. */
  keepPartlyRead: (path: string, provider: string, pages: readonly Page[], why: string) => void
}

export function createDiagnosis(folder: string, onError: (error: unknown) => void): Diagnosis {
  let last: Promise<void> = Promise.resolve()
  let waiting = 0

  async function write(home: string, pages: readonly Page[], why: string): Promise<void> {
    const page = pages.at(-1)
    await mkdir(home, { recursive: true, mode: 0o700 })
    const name = new Date().toISOString().replaceAll(':', '-')
    const about = {
      why,
      url: page?.url ?? null,
      status: page?.status ?? null,
      content_type: page?.contentType ?? null,
    }
    await writeFile(join(home, `${name}.json`), `${JSON.stringify(about, null, 2)}\n`, { mode: 0o600 })
    if (page) await writeFile(join(home, `${name}.page`), page.body.slice(0, maxPageChars), { mode: 0o600 })
    const names = [
      ...new Set((await readdir(home)).map((file) => file.replace(/\.(?:json|page)$/, ''))),
    ].sort()
    for (const old of names.slice(0, -keptPerProvider))
      for (const ending of ['json', 'page']) await rm(join(home, `${old}.${ending}`), { force: true })
  }

  function keepIn(home: string, pages: readonly Page[], why: string): void {
    // One at a time and never a queue: diagnosis must not become the load.
    if (waiting > 0) return
    waiting += 1
    last = last
      .then(() => write(home, pages, why))
      .catch(onError)
      .finally(() => {
        waiting -= 1
      })
  }

  return {
    async count(path, provider) {
      const files = await readdir(join(folder, nameOf(path), provider)).catch(() => [])
      return files.filter((file) => file.endsWith('.json')).length
    },
    keep: (path, provider, pages, why) => keepIn(join(folder, nameOf(path), provider), pages, why),
    keepPartlyRead: (path, provider, pages, why) =>
      keepIn(join(folder, 'partly_read', nameOf(path), provider), pages, why),
  }
}

const nameOf = (path: string): string => path.replace(/^\/v2\//, '').replaceAll('/', '_')
