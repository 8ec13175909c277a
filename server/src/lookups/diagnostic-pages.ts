// The diagnostic pages, for operators: a list with the reason for each, and for one page its text and the result of the
// current reader. Reads only files that are listed in the folders.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { singleFlight } from '../lib/single-flight.ts'
import type { ConfiguredEndpoint, ConfiguredProvider } from './configured-endpoint.ts'
import { type DiagnosisKind, diagnosisKinds, toDiagnosisFolder } from './diagnosis.ts'
import { rereadPage } from './reread-page.ts'
import type { RunProvider } from './run-provider.ts'

export type DiagnosticPage = {
  page_id: string
  kind: DiagnosisKind
  endpoint: string
  provider: string
  at: string
  why: string
  url: string | null
  status: number | null
  content_type: string | null
}

type PageFilter = { endpoint?: string; provider?: string; kind?: DiagnosisKind; limit: number }

export type DiagnosticPages = ReturnType<typeof createDiagnosticPages>

export type DiagnosticPagesOptions = {
  folder: string
  endpoints: readonly ConfiguredEndpoint[]
  runProvider: RunProvider
}

type PageFolder = {
  configured: ConfiguredEndpoint
  provider: ConfiguredProvider
  kind: DiagnosisKind
  home: string
}
type PageFile = { folder: PageFolder; name: string }
type Note = Pick<DiagnosticPage, 'why' | 'url' | 'status' | 'content_type'>

export function createDiagnosticPages(options: DiagnosticPagesOptions) {
  const folders = listFolders(options)
  // A list reads a hundred folders: equal requests at the same time share one read.
  const shareList = singleFlight<DiagnosticPage[]>()
  return {
    /** Newest first. */
    list: (filter: PageFilter) => shareList(JSON.stringify(filter), () => listPages(folders, filter)),
    /** Null where the page is no longer stored. The text is null where only the note may be stored. */
    async read(id: string) {
      const folder = folders.find((candidate) => id.startsWith(toPageId(candidate, '')))
      const file = folder && (await listFiles(folder)).find(({ name }) => toPageId(folder, name) === id)
      const page = file ? await readNote(file) : null
      if (!file || !page) return null
      const { configured, provider, home } = file.folder
      const body = await readFile(join(home, `${file.name}.page`), 'utf8').catch(() => '')
      // A page that must not be stored, or could not be redacted, is an empty file.
      if (body === '' || page.url === null) return { page, text: null, reread: null }
      const saved = {
        url: page.url,
        status: page.status ?? 200,
        contentType: page.content_type ?? '',
        body,
      }
      const reread = await rereadPage(options.runProvider, configured, provider, saved)
      return { page, text: body, reread }
    },
  }
}

const listFolders = ({ folder, endpoints }: DiagnosticPagesOptions): PageFolder[] =>
  endpoints.flatMap((configured) =>
    configured.providers.flatMap((provider) =>
      diagnosisKinds.map((kind) => {
        const home = join(folder, toDiagnosisFolder(kind, configured.endpoint.path, provider.name))
        return { configured, provider, kind, home }
      }),
    ),
  )

async function listPages(
  folders: readonly PageFolder[],
  { endpoint, provider, kind, limit }: PageFilter,
): Promise<DiagnosticPage[]> {
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

async function readNote({ folder, name }: PageFile): Promise<DiagnosticPage | null> {
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
