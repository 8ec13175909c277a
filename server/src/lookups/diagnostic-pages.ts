// The pages that diagnosis keeps, as an operator looks at them: which there are and why each was kept, and of one its
// text and what today's reader makes of it. Only names that are found in the folders are ever read.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { singleFlight } from '../lib/single-flight.ts'
import type { ConfiguredEndpoint, ConfiguredProvider } from './configured-endpoint.ts'
import { type KeptKind, keptFolder, keptKinds } from './diagnosis.ts'
import { type Reread, rereadPage } from './reread-page.ts'
import type { FindThrough } from './run-provider.ts'

export type KeptPage = {
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

export type KeptPages = {
  /** Newest first. */
  list: (filter: PageFilter) => Promise<KeptPage[]>
  /** Null where it is not, or no longer, kept. The text is null where only the note may be kept. */
  read: (id: string) => Promise<{ page: KeptPage; text: string | null; reread: Reread | null } | null>
}

export type KeptPagesOptions = {
  folder: string
  endpoints: readonly ConfiguredEndpoint[]
  findThrough: FindThrough
}

type Place = { configured: ConfiguredEndpoint; through: ConfiguredProvider; kind: KeptKind; home: string }
type Found = { place: Place; name: string }
type Note = Pick<KeptPage, 'why' | 'url' | 'status' | 'content_type'>

export function createKeptPages({ folder, endpoints, findThrough }: KeptPagesOptions): KeptPages {
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

  async function pageOf({ place, name }: Found): Promise<KeptPage | null> {
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

  async function list({ endpoint, provider, kind, limit }: PageFilter): Promise<KeptPage[]> {
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
  // A list reads a hundred folders: equal requests at the same time share it.
  const shareList = singleFlight<KeptPage[]>()

  return {
    list: (filter) => shareList(JSON.stringify(filter), () => list(filter)),
    async read(id) {
      const place = places.find((one) => id.startsWith(idOf(one, '')))
      const found = place && (await namesIn(place)).find(({ name }) => idOf(place, name) === id)
      const page = found ? await pageOf(found) : null
      if (!found || !page) return null
      const { configured, through, home } = found.place
      const body = await readFile(join(home, `${found.name}.page`), 'utf8').catch(() => '')
      // A page that may not be kept, or could not be redacted, is an empty one.
      if (body === '' || page.url === null) return { page, text: null, reread: null }
      const head = { url: page.url, status: page.status ?? 200, contentType: page.content_type ?? '' }
      return {
        page,
        text: body,
        reread: await rereadPage(configured, through, { ...head, body }, findThrough),
      }
    },
  }
}

const idOf = ({ kind, configured, through }: Place, name: string): string =>
  `${kind}~${configured.endpoint.path.slice(1).replaceAll('/', '.')}~${through.name}~${name}`
