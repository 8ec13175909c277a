// Diagnostic pages: the last pages of each provider that an endpoint could not read, or read only in part. An operator
// sees what the site sent and what the current reader makes of it; a contributor fixes the reader with `quarry extract`.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TextDecoder } from 'node:util'
import { Failure, isFailure } from '@quarry/kit/errors'
import type { Page } from '@quarry/kit/outcome'
import { detectEncoding, type FetchedPage } from '../../fetching/fetched-page.ts'
import { isRefusal } from '../../platform/errors.ts'
import { toWaitingAccount } from '../../platform/lib/fair-slots.ts'
import { createDeduplicator } from '../../platform/lib/promises.ts'
import { tryOrNull } from '../../platform/lib/run.ts'
import { loopSlices, noAccount } from '../../platform/lib/slices.ts'
import { type RunProvider, recordPages } from '../reading/run-provider.ts'
import type { ConfiguredEndpoint } from '../sources/configure-endpoints.ts'
import { toTextPage } from './redact-page.ts'

const pagesPerProvider = 20
const maxPageBytes = 2_000_000
const sliceBytes = 32_768

/** Pages that gave no record, and pages that gave one without some items of their lists. */
export const diagnosisKinds = ['failed', 'partly_read'] as const
export type DiagnosisKind = (typeof diagnosisKinds)[number]

/** The folder of a provider's pages; partly read ones have their own folder, so that they never displace a failure. */
const toDiagnosisFolder = (kind: DiagnosisKind, path: string, provider: string): string =>
  join(kind === 'failed' ? '' : kind, toFolderName(path), provider)

/** `/v2/shop/item` → `shop_item`. */
export const toFolderName = (path: string): string => path.replace(/^\/v2\//, '').replaceAll('/', '_')

export type Diagnosis = ReturnType<typeof createDiagnosis>

/** Writes diagnostic pages: bounded in number and size, and best effort. */
export function createDiagnosis(folder: string, onError: (error: unknown) => void) {
  let isWriting = false
  return {
    async count(kind: DiagnosisKind, path: string, provider: string) {
      const files = await readdir(join(folder, toDiagnosisFolder(kind, path, provider))).catch(() => [])
      return files.filter((file) => file.endsWith('.json')).length
    },
    /** Writes the page, or only the note about it if the page must not be stored. */
    store(kind: DiagnosisKind, path: string, provider: string, page: FetchedPage | null, why: string) {
      // One at a time, without a queue: diagnosis must not slow the server down.
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

/** Decodes in slices, so that the event loop is not blocked. Only the first pieces: the others are in a reading thread. */
async function toUtf8({ pieces, contentType }: FetchedPage): Promise<Buffer> {
  const bytes = Buffer.concat(pieces.slice(0, 2)).subarray(0, maxPageBytes)
  const encoding = detectEncoding(bytes, contentType)
  const decoder = tryOrNull(() => new TextDecoder(encoding)) ?? new TextDecoder()
  const slices: Buffer[] = []
  for (let at = 0; at < bytes.length; at += sliceBytes) {
    await loopSlices.next(noAccount)
    slices.push(Buffer.from(decoder.decode(bytes.subarray(at, at + sliceBytes), { stream: true })))
  }
  return Buffer.concat(slices)
}

/** The note about a page, as `writePage` writes it. */
type Note = { why: string; url: string | null; status: number | null; content_type: string | null }
type DiagnosticPage = NonNullable<Awaited<ReturnType<typeof readNote>>>

type PageFilter = { endpoint?: string; provider?: string; kind?: DiagnosisKind; limit: number }

export type DiagnosticPages = ReturnType<typeof createDiagnosticPages>

export type DiagnosticPagesOptions = {
  folder: string
  endpoints: readonly ConfiguredEndpoint[]
  runProvider: RunProvider
}

type PageFolder = ReturnType<typeof listFolders>[number]
type PageFile = { folder: PageFolder; name: string }

/** Reads diagnostic pages for operators. Reads only files that are listed in the folders. */
export function createDiagnosticPages(options: DiagnosticPagesOptions) {
  const folders = listFolders(options)
  // A list reads a hundred folders, so equal requests at the same time share one read.
  const shareList = createDeduplicator<DiagnosticPage[]>()
  return {
    /** Newest first. */
    list: (filter: PageFilter) => shareList(JSON.stringify(filter), () => listPages(folders, filter)),
    /** Null if the page is no longer stored. The text is null if only the note may be stored. */
    async read(id: string) {
      const folder = folders.find((candidate) => id.startsWith(toPageId(candidate, '')))
      const file = folder && (await listFiles(folder)).find(({ name }) => toPageId(folder, name) === id)
      const page = file ? await readNote(file) : null
      if (!file || !page) return null
      const body = await readFile(join(file.folder.home, `${file.name}.page`), 'utf8').catch(() => '')
      // A page that must not be stored, or could not be redacted, is an empty file.
      if (body === '' || page.url === null) return { page, text: null, reread: null }
      const saved = {
        url: page.url,
        status: page.status ?? 200,
        contentType: page.content_type ?? '',
        body,
      }
      const reread = await rereadPage(options.runProvider, file.folder, saved)
      return { page, text: body, reread }
    },
  }
}

const listFolders = ({ folder, endpoints }: DiagnosticPagesOptions) =>
  endpoints.flatMap((configured) =>
    configured.providers.flatMap((provider) =>
      diagnosisKinds.map((kind) => {
        const home = join(folder, toDiagnosisFolder(kind, configured.endpoint.path, provider.name))
        return { configured, provider, kind, home }
      }),
    ),
  )

async function listPages(folders: readonly PageFolder[], { endpoint, provider, kind, limit }: PageFilter) {
  const matching = folders.filter(
    (folder) =>
      (endpoint === undefined || folder.configured.endpoint.path === endpoint) &&
      (provider === undefined || folder.provider.name === provider) &&
      (kind === undefined || folder.kind === kind),
  )
  const files = (await Promise.all(matching.map(listFiles))).flat()
  const newest = files.sort((a, b) => (a.name < b.name ? 1 : -1)).slice(0, limit)
  return (await Promise.all(newest.map(readNote))).flatMap((page) => page ?? [])
}

async function listFiles(folder: PageFolder): Promise<PageFile[]> {
  const files = await readdir(folder.home).catch(() => [])
  return files
    .filter((file) => file.endsWith('.json'))
    .map((file) => ({ folder, name: file.slice(0, -'.json'.length) }))
}

async function readNote({ folder, name }: PageFile) {
  const note = await readFile(join(folder.home, `${name}.json`), 'utf8').catch(() => null)
  if (note === null) return null
  const { why, url, status, content_type } = JSON.parse(note) as Note
  return {
    page_id: toPageId(folder, name),
    kind: folder.kind,
    endpoint: folder.configured.endpoint.path,
    provider: folder.provider.name,
    at: name.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'),
    why,
    url,
    status,
    content_type,
  }
}

const toPageId = ({ kind, configured, provider }: PageFolder, name: string): string =>
  `${kind}~${configured.endpoint.path.slice(1).replaceAll('/', '.')}~${provider.name}~${name}`

type RereadPage = {
  result: 'record' | 'not_found' | 'page_source' | 'failed'
  form: string | null
  record: unknown
  /** The reason of a failure. */
  why: string | null
}

/** Not the id of any account. */
const operator = toWaitingAccount('0')

const failed: RereadPage = { result: 'failed', form: null, record: null, why: null }

/** Reads a page again with the current reader, as a call would: in a thread if the page is large. */
async function rereadPage(runProvider: RunProvider, folder: PageFolder, saved: Page): Promise<RereadPage> {
  const { configured, provider } = folder
  const { endpoint, addresses } = configured
  const { definition, site } = provider
  const page = toTextPage(saved)
  const recorder = recordPages(
    async (url) => {
      if (url === page.url) return page
      throw new Failure('upstream_failed', 'the lookup needs more pages than the stored one')
    },
    site,
    operator,
  )
  try {
    const params = definition.paramsFromUrl?.(page.url) ?? { query: page.url }
    const result = await runProvider({
      ...recorder,
      endpoint,
      provider,
      // The stored page is the last one of its lookup.
      lastPage: page.url,
      query: endpoint.parse(params as never, addresses as never),
      waiters: operator,
    })
    if (result.kind === 'not_found') return { ...failed, result: 'not_found' }
    if (!result.reading) return { ...failed, result: 'page_source' }
    const record: unknown = JSON.parse(result.body.toString())
    return { result: 'record', form: result.reading.form, record, why: null }
  } catch (thrown) {
    const hasReason = isFailure(thrown) || isRefusal(thrown)
    return { ...failed, why: hasReason ? `${thrown.reason}: ${thrown.message}` : String(thrown) }
  }
}
