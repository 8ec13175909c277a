// Chooses the lookups to read again: archived ones, or the saved pages of a folder.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isUrl } from '@quarry/kit/is-url'
import { anyHost, siteAt } from '@quarry/kit/site'
import type { Source } from '@quarry/kit/source'
import { type Entry, fieldPrints } from '../../fetching/archive/entry.ts'
import { tryOrNull } from '../../platform/lib/run.ts'
import { toFolderName } from '../pages/diagnostic-pages.ts'

export type Choice = {
  endpoint: string | null
  provider: string | null
  sinceMs: number | null
  /** The maximum number of lookups. */
  sample: number | null
}

/** The archived lookups that match: equal ones once, and an even sample if there are more than `sample`. */
export function chooseEntries(entries: readonly Entry[], choice: Choice): Entry[] {
  const { endpoint, provider, sinceMs, sample } = choice
  const matching = entries.filter(
    (entry) =>
      (endpoint === null || entry.path === endpoint) &&
      (provider === null || entry.provider === provider) &&
      (sinceMs === null || Date.parse(entry.at) >= sinceMs),
  )
  // Equal lookups with equal pages give the same result.
  const distinct = [...new Map(matching.map((entry) => [toKey(entry), entry])).values()]
  if (sample === null || distinct.length <= sample) return distinct
  return Array.from(
    { length: sample },
    (_, n) => distinct[Math.floor((n * distinct.length) / sample)] as Entry,
  )
}

const toKey = ({ path, provider, query, record, pages }: Entry): string =>
  JSON.stringify([path, provider, query, record, pages.map(({ hash }) => hash)])

/**
 * A diagnostic page (`<name>.page` with a note `<name>.json`), or a page that a contributor saved in this format.
 * `<name>.record.json` has the expected record, whose fields must not get lost.
 */
export type SavedPage = Omit<Entry, 'query' | 'record'> & { file: string }

/** `date` is the header of the response. */
type Note = Partial<Record<'url' | 'status' | 'content_type' | 'date' | 'endpoint' | 'provider', unknown>>

/** Skips pages without an address or endpoint. `path`: their endpoint if neither note nor folder names it. */
export function findSavedPages(folder: string, sources: readonly Source[], path: string | null): SavedPage[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.page'),
  )
  return files.sort().flatMap((file) => readSavedPage(join(folder, file), sources, path) ?? [])
}

export const readSavedText = ({ file }: SavedPage) => tryOrNull(() => readFileSync(file, 'utf8'))

function readSavedPage(file: string, sources: readonly Source[], defaultPath: string | null) {
  const stem = file.replace(/\.page$/, '')
  const note = parseFile(`${stem}.json`) as Note | null
  if (typeof note?.url !== 'string' || !isUrl(note.url)) return null
  const { url } = note
  const path = typeof note.endpoint === 'string' ? note.endpoint : (findPath(file, sources) ?? defaultPath)
  const source = sources.find(({ endpoints }) => endpoints.some((endpoint) => endpoint.path === path))
  const provider = typeof note.provider === 'string' ? note.provider : basename(dirname(file))
  const readers = source?.endpoints
    .find((endpoint) => endpoint.path === path)
    ?.providers.map(({ name }) => name)
  if (!source || !readers || path === null) return null
  const domain = siteAt(source.site, source.domains).findDomain(url)
  const contentType = typeof note.content_type === 'string' ? note.content_type : 'text/html; charset=utf-8'
  const status = typeof note.status === 'number' ? note.status : 200
  const dated = typeof note.date === 'string' ? { headers: { date: note.date } } : {}
  const head = { url, status, contentType, ...dated, ...(domain === null ? {} : { domain }) }
  return {
    file,
    at: basename(stem),
    path,
    provider,
    reader: readers.includes(provider) ? provider : 'site',
    site: source.hosts
      ? { template: anyHost, domains: [] }
      : { template: source.site, domains: source.domains ?? [] },
    form: 'saved',
    fields: existsSync(`${stem}.record.json`) ? fieldPrints(parseFile(`${stem}.record.json`)) : {},
    pages: [{ url, hash: '', head }],
  }
}

/** Diagnostic pages are in folders named after their endpoint. */
function findPath(file: string, sources: readonly Source[]): string | null {
  const folders = dirname(file).split('/')
  const paths = sources.flatMap(({ endpoints }) => endpoints.map((endpoint) => endpoint.path))
  return paths.find((path) => folders.includes(toFolderName(path))) ?? null
}

const parseFile = (file: string): unknown => tryOrNull(() => JSON.parse(readFileSync(file, 'utf8')))
