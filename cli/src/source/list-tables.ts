// Tables, and elements that repeat side by side: what a list reader reads.
import type { Dom } from '../../../kit/src/read/dom.ts'
import type { PathValue } from './list-paths.ts'

type Place = { title: string; reader: string; values: PathValue[] }

const maxTables = 10
const maxRepeated = 10
/** Fewer equal elements are not a list. */
const minRepeats = 3

export function listTables(dom: Dom): Place[] {
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

function describeTable(table: Dom, index: number): Place {
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

/** The tag with its id or its first class, where they can be written in a selector. */
function toSelector(element: Dom): string {
  const id = element.attr('id')
  if (id !== null && /^[A-Za-z][\w-]{0,40}$/.test(id)) return `${element.tag}#${id}`
  const [first = ''] = (element.attr('class') ?? '').split(/\s+/)
  return /^[A-Za-z][\w-]{0,60}$/.test(first) ? `${element.tag}.${first}` : element.tag
}
