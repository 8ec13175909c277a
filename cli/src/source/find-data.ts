// Finds where a page has its data: JSON in scripts and attributes, tables, and elements that repeat side by side. Each
// place has the reader of the kit that reads it, and the paths of its values.
import { type Dom, parseDom } from '../../../kit/src/read/dom.ts'
import { angularState, assignedState, scriptById } from '../../../kit/src/read/islands.ts'
import { parseJson } from '../../../kit/src/read/parse-json.ts'
import { scripts } from '../../../kit/src/read/scan-tags.ts'

export type DataPlace = { title: string; reader: string; values: PathValue[] }
type Island = { title: string; reader: string; value: unknown }

const maxIslands = 30
const quote = (text: string): string => `'${text.replaceAll(/['\\]/g, '\\$&')}'`
const isData = (value: unknown): boolean => typeof value === 'object' && value !== null

export function findIslands(body: string): Island[] {
  const islands = [...findScripts(body), ...findAssignments(body), ...findAttributes(body)]
  return islands.filter(({ value }) => isData(value)).slice(0, maxIslands)
}

function findScripts(body: string): Island[] {
  const found: Island[] = []
  for (const { attributes, start, end } of scripts(body)) {
    const type = attributes.get('type') ?? ''
    const id = attributes.get('id')
    if (/ld\+json/i.test(type) || found.length >= maxIslands) continue
    if (id) {
      const isAngular = id.endsWith('-state') && body.slice(start, end).includes('&q;')
      const reader = isAngular ? 'angularState(page.body)' : `scriptById(page.body, ${quote(id)})`
      const value = isAngular ? angularState(body) : scriptById(body, id)
      found.push({ title: `Script island #${id}`, reader, value })
    } else if (/json/i.test(type))
      found.push({
        title: `Script island without id (${type})`,
        reader: `parseJson of parseDom(page).one('script[type="${type}"]')`,
        value: parseJson(body.slice(start, end)),
      })
  }
  return found
}

const assignment =
  /(?:(?:window|self|globalThis)(?:\.([\w$]{1,80})|\[["']([\w$.-]{1,80})["']\])|(?:var|let|const)\s{1,5}([\w$]{1,80}))\s{0,5}=\s{0,5}(?:[[{]|JSON\.parse)/g

function findAssignments(body: string): Island[] {
  const names = new Set<string>()
  for (const { attributes, start, end } of scripts(body)) {
    if (attributes.has('id') || /json/i.test(attributes.get('type') ?? '')) continue
    for (const match of body.slice(start, end).matchAll(assignment)) {
      const name = match[1] ?? match[2] ?? match[3]
      if (name && names.size < maxIslands) names.add(name)
    }
  }
  return [...names].map((name) => ({
    title: `Script island ${name}`,
    reader: `assignedState(page.body, ${quote(name)})`,
    value: assignedState(body, name),
  }))
}

/** Frameworks that put the state of a page into an attribute. */
const attributeNames = ['data-page', 'data-props', 'data-react-props', 'data-state', 'data-initial-state']

const findAttributes = (body: string): Island[] =>
  attributeNames.flatMap((name) => {
    const text = body.includes(name) ? parseDom(body).attr(name, `[${name}]`) : null
    return text === null
      ? []
      : [
          {
            title: `Attribute ${name}`,
            reader: `parseJson(parseDom(page).attr('${name}', '[${name}]'))`,
            value: parseJson(text),
          },
        ]
  })

const maxTables = 10
const maxRepeated = 10
/** Fewer equal elements are not a list. */
const minRepeats = 3

export function listTables(dom: Dom): DataPlace[] {
  const tables = dom.all('table').slice(0, maxTables).map(describeTable)
  const values = findRepeated(dom)
  return [
    ...tables,
    {
      title: 'Repeated elements',
      reader: "createListReader('dom').main(name, parseDom(page).all(selector), readItem)",
      values,
    },
  ]
}

function describeTable(table: Dom, index: number): DataPlace {
  const rows = table.all('tr')
  const cells = (row: Dom | undefined) => row?.all('th, td').map((cell) => cell.text() ?? '') ?? []
  const heads = table.all('th').map((cell) => cell.text() ?? '')
  const caption = table.text('caption')
  const values = [
    { path: 'rows', value: String(rows.length) },
    ...(heads.length === 0 ? [] : [{ path: 'th', value: JSON.stringify(heads.join(' | ')) }]),
    {
      path: 'first row',
      value: JSON.stringify(cells(rows.find((row) => row.one('td') !== null)).join(' | ')),
    },
  ]
  const title = `Table ${index + 1}${caption === null ? '' : ` "${caption}"`}`
  return { title, reader: `parseDom(page).all('${toSelector(table)} tr')`, values }
}

/** Elements with a class that occur at least three times under one parent, the most frequent first. */
function findRepeated(dom: Dom): PathValue[] {
  const counts = new Map<string, { count: number; text: string }>()
  for (const parent of new Set(dom.all('[class]').map((element) => element.parent()))) {
    if (parent === null) continue
    const bySelector = new Map<string, Dom[]>()
    for (const child of parent.children()) {
      if (child.attr('class') === null) continue
      const selector = toSelector(child)
      bySelector.set(selector, [...(bySelector.get(selector) ?? []), child])
    }
    for (const [selector, elements] of bySelector)
      if (elements.length >= minRepeats)
        counts.set(selector, {
          count: (counts.get(selector)?.count ?? 0) + elements.length,
          text: counts.get(selector)?.text ?? elements[0]?.text() ?? '',
        })
  }
  return [...counts]
    .sort(([, one], [, other]) => other.count - one.count)
    .slice(0, maxRepeated)
    .map(([selector, { count, text }]) => ({ path: selector, value: `${count} × ${JSON.stringify(text)}` }))
}

/** The tag with its id or its first class, if they can be written in a selector. */
function toSelector(element: Dom): string {
  const id = element.attr('id')
  if (id !== null && /^[A-Za-z][\w-]{0,40}$/.test(id)) return `${element.tag}#${id}`
  const [first = ''] = (element.attr('class') ?? '').split(/\s+/)
  return /^[A-Za-z][\w-]{0,60}$/.test(first) ? `${element.tag}.${first}` : element.tag
}

export type PathValue = { path: string; value: string }

const maxVisited = 300_000
/** Deeper values are left out; the parser has a bound of its own. */
const maxDepth = 100

const plainKey = /^[A-Za-z_$][\w$]*$/

/** `props.items[0].name`; keys with other characters are in brackets. */
const joinPath = (path: string, key: string): string =>
  plainKey.test(key) ? (path === '' ? key : `${path}.${key}`) : `${path}[${JSON.stringify(key)}]`

/**
 * The paths of the values in a JSON document. Of a list only the first item is shown. With `find`, every path whose value
 * or last key contains that text, which is in lower case.
 */
export function listPathValues(root: unknown, find: string | null = null): PathValue[] {
  const found: PathValue[] = []
  let visited = 0
  const visit = (value: unknown, path: string, key: string, depth: number): void => {
    if (++visited > maxVisited || depth > maxDepth) return
    if (Array.isArray(value)) {
      const items = find === null ? value.slice(0, 1) : value
      if (find === null && value.length !== 1)
        found.push({ path: `${path}[]`, value: `${value.length} items` })
      for (const [index, item] of items.entries()) visit(item, `${path}[${index}]`, key, depth + 1)
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) visit(inner, joinPath(path, name), name, depth + 1)
    } else if (find === null || matches(value, key, find)) found.push({ path, value: toText(value) })
  }
  visit(root, '', '', 0)
  return found
}

const toText = (value: unknown): string => (typeof value === 'string' ? JSON.stringify(value) : String(value))

const matches = (value: unknown, key: string, find: string): boolean =>
  String(value).toLowerCase().includes(find) || key.toLowerCase() === find
