// The pages stored for diagnosis, for operators: the list with the reason for each, and for one page its text and what
// the current reader makes of it. Reads only files that are listed in the folders.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { singleFlight } from '../lib/single-flight.ts'
import type { ConfiguredEndpoint, ConfiguredProvider } from './configured-endpoint.ts'
import { type KeptKind, keptFolder, keptKinds } from './diagnosis.ts'
import { type Reread, rereadPage } from './reread-page.ts'
import type { RunProvider } from './run-provider.ts'

export type DiagnosticPage = {
  page_id: string
  kind: KeptKind
  endpoint: string
  provider: string
  at: string
  why: string
  url: string | null
  status: number | null
  content_type: string | null
}

type PageFilter = { endpoint?: string; provider?: string; kind?: KeptKind; limit: number }

export type DiagnosticPages = {
  /** Newest first. */
  list: (filter: PageFilter) => Promise<DiagnosticPage[]>
  /** Null where the page is not stored (any more). The text is null where only the note may be stored. */
  read: (id: string) => Promise<{ page: DiagnosticPage; text: string | null; reread: Reread | null } | null>
}

export type DiagnosticPagesOptions = {
  folder: string
  endpoints: readonly ConfiguredEndpoint[]
  runProvider: RunProvider
}

type Place = { configured: ConfiguredEndpoint; through: ConfiguredProvider; kind: KeptKind; home: string }
type Found = { place: Place; name: string }
type Note = Pick<DiagnosticPage, 'why' | 'url' | 'status' | 'content_type'>

export function createDiagnosticPages({
  folder,
  endpoints,
  runProvider,
}: DiagnosticPagesOptions): DiagnosticPages {
  const places = endpoints.flatMap((configured) =>
    configured.providers.flatMap((through) =>
      keptKinds.map((kind): Place => {
        const home = join(folder, keptFolder(kind, configured.endpoint.path, through.name))
        return { configured, through, kind, home }
      }),
    ),
  )

  async function namesIn(place: Place): Promise<Found[]> {
    const files = await readdir(place.home).catch(() => [])
    return files
      .filter((file) => file.endsWith('.json'))
      .map((file) => ({ place, name: file.slice(0, -'.json'.length) }))
  }

  async function pageOf({ place, name }: Found): Promise<DiagnosticPage | null> {
    const note = await readFile(join(place.home, `${name}.json`), 'utf8').catch(() => null)
    if (note === null) return null
    const { why, url, status, content_type } = JSON.parse(note) as Note
    return {
      page_id: idOf(place, name),
      kind: place.kind,
      endpoint: place.configured.endpoint.path,
      provider: place.through.name,
      at: name.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'),
      why,
      url,
      status,
      content_type,
    }
  }

  async function list({ endpoint, provider, kind, limit }: PageFilter): Promise<DiagnosticPage[]> {
    const matching = places.filter(
      (place) =>
        (endpoint === undefined || place.configured.endpoint.path === endpoint) &&
        (provider === undefined || place.through.name === provider) &&
        (kind === undefined || place.kind === kind),
    )
    const found = (await Promise.all(matching.map(namesIn))).flat()
    const newest = found.sort((a, b) => (a.name < b.name ? 1 : -1)).slice(0, limit)
    return (await Promise.all(newest.map(pageOf))).flatMap((page) => page ?? [])
  }
  // A list reads a hundred folders: concurrent equal requests share one read.
  const shareList = singleFlight<DiagnosticPage[]>()

  return {
    list: (filter) => shareList(JSON.stringify(filter), () => list(filter)),
    async read(id) {
      const place = places.find((one) => id.startsWith(idOf(one, '')))
      const found = place && (await namesIn(place)).find(({ name }) => idOf(place, name) === id)
      const page = found ? await pageOf(found) : null
      if (!found || !page) return null
      const { configured, through, home } = found.place
      const body = await readFile(join(home, `${found.name}.page`), 'utf8').catch(() => '')
      // A page that may not be stored, or could not be redacted, is an empty file.
      if (body === '' || page.url === null) return { page, text: null, reread: null }
      const head = { url: page.url, status: page.status ?? 200, contentType: page.content_type ?? '' }
      return {
        page,
        text: body,
        reread: await rereadPage(configured, through, { ...head, body }, runProvider),
      }
    },
  }
}

const idOf = ({ kind, configured, through }: Place, name: string): string =>
  `${kind}~${configured.endpoint.path.slice(1).replaceAll('/', '.')}~${through.name}~${name}`
