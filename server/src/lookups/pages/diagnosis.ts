// Keeps the last pages of a provider that an endpoint could not read, or read only in part: an operator sees what the
// site sent, and a contributor fixes the extractor with `quarry extract`. Bounded in number and size; best effort.
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TextDecoder } from 'node:util'
import type { FetchedPage } from '../../fetching/fetched-page.ts'
import { detectEncoding } from '../../fetching/fetched-page.ts'
import { tryOrNull } from '../../platform/lib/try-or-null.ts'
import { loopTurns, noAccount } from '../../platform/lib/turns.ts'

const pagesPerProvider = 20
const maxPageBytes = 2_000_000
const sliceBytes = 32_768

/** Pages that gave no record, and pages that gave one without some items of their lists. */
export const diagnosisKinds = ['failed', 'partly_read'] as const
export type DiagnosisKind = (typeof diagnosisKinds)[number]

/** The folder of a provider's pages; partly read ones have their own folder, so that they never displace a failure. */
export const toDiagnosisFolder = (kind: DiagnosisKind, path: string, provider: string): string =>
  join(kind === 'failed' ? '' : kind, toFolderName(path), provider)

/** `/v2/shop/item` → `shop_item`. */
export const toFolderName = (path: string): string => path.replace(/^\/v2\//, '').replaceAll('/', '_')

export type Diagnosis = ReturnType<typeof createDiagnosis>

export function createDiagnosis(folder: string, onError: (error: unknown) => void) {
  let isWriting = false
  return {
    async count(kind: DiagnosisKind, path: string, provider: string) {
      const files = await readdir(join(folder, toDiagnosisFolder(kind, path, provider))).catch(() => [])
      return files.filter((file) => file.endsWith('.json')).length
    },
    /** Writes the page, or only the note about it where it must not be stored. */
    keep(kind: DiagnosisKind, path: string, provider: string, page: FetchedPage | null, why: string) {
      // One at a time, without a queue: diagnosis must not become a load.
      if (isWriting) return
      isWriting = true
      writePage(join(folder, toDiagnosisFolder(kind, path, provider)), page, why)
        .catch(onError)
        .finally(() => {
          isWriting = false
        })
    },
  }
}

async function writePage(home: string, page: FetchedPage | null, why: string): Promise<void> {
  await mkdir(home, { recursive: true, mode: 0o700 })
  const name = new Date().toISOString().replaceAll(':', '-')
  const { url = null, status = null, contentType = null } = page ?? {}
  const note = { why, url, status, content_type: contentType }
  await writeFile(join(home, `${name}.json`), `${JSON.stringify(note, null, 2)}\n`, { mode: 0o600 })
  if (page) await writeFile(join(home, `${name}.page`), await toUtf8(page), { mode: 0o600 })
  const files = await readdir(home)
  const names = [...new Set(files.map((file) => file.replace(/\.(?:json|page)$/, '')))].sort()
  for (const old of names.slice(0, -pagesPerProvider))
    for (const ending of ['json', 'page']) await rm(join(home, `${old}.${ending}`), { force: true })
}

/** In slices: all at once could block the event loop. Later pieces of a large page are moved to a reading thread. */
async function toUtf8({ pieces, contentType }: FetchedPage): Promise<Buffer> {
  const bytes = Buffer.concat(pieces.slice(0, 2)).subarray(0, maxPageBytes)
  const encoding = detectEncoding(bytes, contentType)
  const decoder = tryOrNull(() => new TextDecoder(encoding)) ?? new TextDecoder()
  const slices: Buffer[] = []
  for (let at = 0; at < bytes.length; at += sliceBytes) {
    await loopTurns.next(noAccount)
    slices.push(Buffer.from(decoder.decode(bytes.subarray(at, at + sliceBytes), { stream: true })))
  }
  return Buffer.concat(slices)
}
