// Shows where a saved page has its data: each place with the reader of the kit that reads it, and the paths of its
// values.
import { parseDom } from '../../../kit/src/read/dom.ts'
import { jsonAnswer } from '../../../kit/src/read/json-answer.ts'
import { jsonLd, readTypes } from '../../../kit/src/read/json-ld.ts'
import { microdataReader } from '../../../kit/src/read/microdata.ts'
import { openGraph } from '../../../kit/src/read/open-graph.ts'
import { allowLargeDom } from '../../../kit/src/read/page-budget.ts'
import { headTags } from '../../../kit/src/read/scan-tags.ts'
import { assertReadable } from '../../../kit/src/read/walls.ts'
import { bold, write } from '../output.ts'
import { plain } from '../text.ts'
import { type DataPlace, findIslands, listPathValues, listTables, type PathValue } from './find-data.ts'

type Inspected = {
  /** Reported first: a bot wall or an empty shell. */
  warning: string | null
  places: DataPlace[]
}

export type InspectedPage = { url: string; status: number; contentType: string; body: string }

const maxItems = 20

/** With `find`, only values that contain the text, and places that have one. */
export function inspectPage(page: InspectedPage, find: string | null = null): Inspected {
  allowLargeDom()
  const lowered = find?.toLowerCase() ?? null
  const json = jsonAnswer(page.body)
  const places =
    json !== undefined
      ? [{ title: 'JSON', reader: 'jsonAnswer(page.body)', values: listPathValues(json, lowered) }]
      : inspectHtml(page, lowered)
  return { warning: findWarning(page), places: places.filter(({ values }) => values.length > 0) }
}

function findWarning(page: InspectedPage): string | null {
  try {
    assertReadable(page)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function inspectHtml({ body, url }: InspectedPage, find: string | null): DataPlace[] {
  const dom = parseDom(body)
  const readItem = microdataReader(dom, url)
  const keep = (values: PathValue[]) =>
    find === null
      ? values
      : values.filter(({ path, value }) => `${path} ${value}`.toLowerCase().includes(find))
  const linked = jsonLd(body)
    .slice(0, maxItems)
    .map((node) => {
      const type = readTypes(node)[0] ?? 'a node without @type'
      const reader = `filterByType(jsonLd(page.body), '${type}')`
      return { title: `JSON-LD ${type}`, reader, values: listPathValues(node, find) }
    })
  const items = dom
    .all('[itemscope]:not([itemprop])')
    .slice(0, maxItems)
    .map((scope) => {
      const item = readItem(scope)
      const type = readTypes(item)[0] ?? 'an item without itemtype'
      return {
        title: `Microdata ${type}`,
        reader: 'microdataReader(dom, page.url)',
        values: listPathValues(item, find),
      }
    })
  const graph = (openGraph(body)?.properties ?? []).map(([path, value]) => ({
    path,
    value: JSON.stringify(value),
  }))
  return [
    ...findIslands(body).map(({ title, reader, value }) => ({
      title,
      reader,
      values: listPathValues(value, find),
    })),
    ...linked,
    ...items,
    { title: 'Open Graph', reader: 'ogProperty(openGraph(page.body), name)', values: keep(graph) },
    { title: 'Meta tags', reader: "parseDom(page).attr('content', selector)", values: keep(listMeta(body)) },
    { title: 'Links', reader: "parseDom(page).attr('href', selector)", values: keep(listLinks(dom)) },
    { title: 'Headings', reader: 'parseDom(page).text(selector)', values: keep(listHeadings(dom)) },
    ...listTables(dom).map((place) => ({ ...place, values: keep(place.values) })),
  ]
}

/** Named meta tags; those of Open Graph have a place of their own. */
function listMeta(body: string): PathValue[] {
  const found: PathValue[] = []
  for (const { name, attributes } of headTags(body)) {
    const key = name === 'meta' ? attributes.get('name') : undefined
    if (key)
      found.push({ path: `meta[name="${key}"]`, value: JSON.stringify(attributes.get('content') ?? '') })
  }
  return found
}

const listLinks = (dom: ReturnType<typeof parseDom>): PathValue[] =>
  dom.all('link[rel="canonical"], link[rel="alternate"]').map((link) => {
    const type = link.attr('type')
    const typeFilter = type === null ? '' : `[type="${type}"]`
    return {
      path: `link[rel="${link.attr('rel')}"]${typeFilter}`,
      value: JSON.stringify(link.attr('href') ?? ''),
    }
  })

const listHeadings = (dom: ReturnType<typeof parseDom>): PathValue[] =>
  ['title', 'h1'].flatMap((selector) => {
    const text = dom.text(selector)
    return text === null ? [] : [{ path: selector, value: JSON.stringify(text) }]
  })

const maxValues = 25
const maxPlaces = 60
const maxChars = 80
const maxPathChars = 100

const cut = (text: string, chars: number): string => {
  const line = plain(text)
  return line.length > chars ? `${line.slice(0, chars - 1)}…` : line
}

/** Prints what was found, bounded and without control characters. */
export function printInspected({ warning, places }: Inspected, find: string | null): void {
  if (warning !== null) write(`Not a page with data: ${cut(warning, maxChars)}\n\n`)
  const shown = places.slice(0, maxPlaces)
  for (const { title, reader, values } of shown) {
    const width = Math.min(
      50,
      Math.max(...values.slice(0, maxValues).map(({ path }) => cut(path, maxPathChars).length)),
    )
    write(`${bold(cut(title, maxChars))}\n  ${cut(reader, 120)}\n`)
    for (const { path, value } of values.slice(0, maxValues))
      write(`    ${cut(path, maxPathChars).padEnd(width)}  ${cut(value, maxChars)}\n`)
    if (values.length > maxValues)
      write(`    … and ${values.length - maxValues} more; use --find <text> to search them\n`)
    write('\n')
  }
  if (places.length > maxPlaces) write(`… and more places: ${places.length - maxPlaces}\n`)
  if (places.length > 0) return
  write(find === null ? 'No data found besides the text of the page.\n' : 'Nothing found with this text.\n')
}
