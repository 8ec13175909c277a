// Keeps the last pages of a provider that an endpoint could not read, or only in part, so that an operator can see what the site
// sent and a contributor can mend the extractor with `quarry extract`. Bounded in number and size; best effort.
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TextDecoder } from 'node:util'
import { loopTurns } from '../lib/turns.ts'
import { detectEncoding } from '../upstream/decode-text.ts'
import type { FetchedPage } from '../upstream/fetched-page.ts'

const keptPerProvider = 20
/** The first pieces of a page, which stay here when the others go to a thread. */
const maxPageBytes = 2_000_000
const sliceBytes = 32_768
/** No account has this number. */
const operator = 0

/** Those that gave no record, and those that gave one, but not of all that they show. */
export const keptKinds = ['failed', 'partly_read'] as const
export type KeptKind = (typeof keptKinds)[number]

/** Where the pages of a provider lie below the folder of diagnosis: partly read ones apart, so that they never drive out a failure. */
export const keptFolder = (kind: KeptKind, path: string, provider: string): string =>
  join(kind === 'failed' ? '' : kind, nameOf(path), provider)

export type Diagnosis = {
  keep: (path: string, provider: string, pages: readonly FetchedPage[], why: string) => void
  /** How many pages are kept. */
  count: (kind: KeptKind, path: string, provider: string) => Promise<number>
  keepPartlyRead: (path: string, provider: string, pages: readonly FetchedPage[], why: string) => void
}

export function createDiagnosis(folder: string, onError: (error: unknown) => void): Diagnosis {
  let last: Promise<void> = Promise.resolve()
  let waiting = 0

  async function write(home: string, pages: readonly FetchedPage[], why: string): Promise<void> {
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
    if (page) await writeFile(join(home, `${name}.page`), await textOf(page), { mode: 0o600 })
    const names = [
      ...new Set((await readdir(home)).map((file) => file.replace(/\.(?:json|page)$/, ''))),
    ].sort()
    for (const old of names.slice(0, -keptPerProvider))
      for (const ending of ['json', 'page']) await rm(join(home, `${old}.${ending}`), { force: true })
  }

  function keepIn(home: string, pages: readonly FetchedPage[], why: string): void {
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
    async count(kind, path, provider) {
      const files = await readdir(join(folder, keptFolder(kind, path, provider))).catch(() => [])
      return files.filter((file) => file.endsWith('.json')).length
    },
    keep: (path, provider, pages, why) =>
      keepIn(join(folder, keptFolder('failed', path, provider)), pages, why),
    keepPartlyRead: (path, provider, pages, why) =>
      keepIn(join(folder, keptFolder('partly_read', path, provider)), pages, why),
  }
}

const nameOf = (path: string): string => path.replace(/^\/v2\//, '').replaceAll('/', '_')

/** A page's text in UTF-8, made slice by slice: all at once it could hold up the event loop. */
async function textOf({ pieces, contentType }: FetchedPage): Promise<Buffer> {
  const bytes = Buffer.concat(pieces.slice(0, 2)).subarray(0, maxPageBytes)
  const decoder = decoderOf(detectEncoding(bytes, contentType))
  const slices: Buffer[] = []
  for (let at = 0; at < bytes.length; at += sliceBytes) {
    await loopTurns.next(operator)
    slices.push(Buffer.from(decoder.decode(bytes.subarray(at, at + sliceBytes), { stream: true })))
  }
  return Buffer.concat(slices)
}

function decoderOf(label: string): TextDecoder {
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder()
  }
}
