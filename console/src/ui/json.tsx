// Shows a record as a tree or a table. Values are untrusted and shown as text; URLs open in a new tab, and nothing is
// loaded from them.
import { Fragment, useState } from 'react'
import { t } from '../text.ts'
import { Scroller } from './table.tsx'

export function Tree({ value, name, depth = 0 }: { value: unknown; name?: string; depth?: number }) {
  const label = name === undefined ? null : <span className="quiet">{name}: </span>
  if (value === null || typeof value !== 'object')
    return (
      <div className="leaf">
        {label}
        <Leaf value={value} />
      </div>
    )
  const entries: [string, unknown][] = Array.isArray(value)
    ? value.map((one, n) => [String(n), one])
    : Object.entries(value)
  if (entries.length === 0)
    return (
      <div className="leaf">
        {label}
        <span className="none">{Array.isArray(value) ? '[]' : '{}'}</span>
      </div>
    )
  return (
    <details open={depth < 2}>
      <summary>
        {label}
        <span className="quiet">{Array.isArray(value) ? `[${entries.length}]` : `{${entries.length}}`}</span>
      </summary>
      <div>
        {entries.slice(0, 500).map(([key, one]) => (
          <Tree key={key} name={key} value={one} depth={depth + 1} />
        ))}
      </div>
    </details>
  )
}

function Leaf({ value }: { value: unknown }) {
  if (value === null) return <span className="none">null</span>
  if (typeof value !== 'string') return <span className="number">{String(value)}</span>
  return isAddress(value) ? <Outside href={value} /> : <span className="text">{value}</span>
}

export const isAddress = (text: string) => /^https?:\/\/[^\s]+$/.test(text) && URL.canParse(text)

export const Outside = ({ href }: { href: string }) => (
  <a href={href} target="_blank" rel="noreferrer noopener">
    {href}
  </a>
)

/** The first list of objects in a record, or null. */
export function findList(value: unknown): Record<string, unknown>[] | null {
  const isList = (one: unknown) =>
    Array.isArray(one) && one.length > 0 && one.every((item) => item !== null && typeof item === 'object')
  if (isList(value)) return value as Record<string, unknown>[]
  if (value === null || typeof value !== 'object') return null
  return (Object.values(value).find(isList) as Record<string, unknown>[] | undefined) ?? null
}

export type JsonRecord = Record<string, unknown>
type Sorting = { name: string; isDescending: boolean } | null

export function ListTable({ rows }: { rows: JsonRecord[] }) {
  const [sorting, setSorting] = useState<Sorting>(null)
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].slice(0, 12)
  const shown = sorting ? sortRows(rows, sorting) : rows
  return (
    <Scroller label={t('Table')} className="scroll-x">
      <table className="text-[0.85rem]">
        <thead>
          <tr>
            {names.map((name) => (
              <th key={name} aria-sort={toAriaSort(sorting, name)}>
                <button
                  type="button"
                  className="cursor-pointer font-medium"
                  onClick={() => setSorting(nextSorting(sorting, name))}
                >
                  {name}
                  {sorting?.name === name && (sorting.isDescending ? ' ↓' : ' ↑')}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: records have no key of their own
            <tr key={n}>
              {names.map((name) => (
                <td key={name} className="max-w-[22rem] truncate">
                  {formatCell(row[name], name)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  )
}

/** Ascending, descending, then the order of the record. */
function nextSorting(sorting: Sorting, name: string): Sorting {
  if (sorting?.name !== name) return { name, isDescending: false }
  return sorting.isDescending ? null : { name, isDescending: true }
}

function toAriaSort(sorting: Sorting, name: string) {
  if (sorting?.name !== name) return 'none'
  return sorting.isDescending ? 'descending' : 'ascending'
}

/** Numbers by size, anything else as text; missing values come last. */
function sortRows(
  rows: JsonRecord[],
  { name, isDescending }: { name: string; isDescending: boolean },
): JsonRecord[] {
  const sign = isDescending ? -1 : 1
  return rows.toSorted((one, other) => {
    const [a, b] = [one[name] ?? null, other[name] ?? null]
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
    if (typeof a === 'number' && typeof b === 'number') return sign * (a - b)
    return sign * toText(a).localeCompare(toText(b), undefined, { numeric: true })
  })
}

const toText = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))

const titleFields = ['name', 'title', 'subject', 'value', 'company_name']

/** A record as a card: its name, then each value that is present; nested values have their path as name. */
export function RecordCard({ record }: { record: JsonRecord }) {
  const title = titleFields.map((name) => record[name]).find((value) => typeof value === 'string')
  const facts = listFacts(record).filter(([, value]) => value !== title)
  return (
    <div className="px-[1.1rem] py-3">
      {title !== undefined && <h3 className="mb-2 text-lg">{String(title)}</h3>}
      <dl className="grid gap-x-4 gap-y-1 text-[0.9rem] sm:grid-cols-[minmax(8rem,max-content)_1fr]">
        {facts.map(([name, value]) => (
          <Fragment key={name}>
            <dt className="quiet">{name.replaceAll('_', ' ').replaceAll('.', ' › ')}</dt>
            <dd className="min-w-0 break-words max-sm:mb-1.5">{formatCell(value, name)}</dd>
          </Fragment>
        ))}
      </dl>
    </div>
  )
}

const maxFacts = 80

/** The values that are present, with lists of plain values as one text. The tree shows lists of objects. */
function listFacts(value: JsonRecord, prefix = ''): [string, unknown][] {
  return Object.entries(value)
    .flatMap(([key, inner]): [string, unknown][] => {
      const name = `${prefix}${key}`
      if (inner === null || inner === '') return []
      if (Array.isArray(inner))
        return inner.length > 0 && inner.every((one) => typeof one !== 'object')
          ? [[name, pictureNames.test(name) ? inner : inner.join(', ')]]
          : []
      return typeof inner === 'object' ? listFacts(inner as JsonRecord, `${name}.`) : [[name, inner]]
    })
    .slice(0, maxFacts)
}

const pictureNames = /(?:image|logo|photo|picture|thumb|thumbnail|avatar)s?(?:_urls?)?$/i
const maxPictures = 5

/** Pictures of a record are shown as links, because loading one would tell its host that the record is being viewed. */
function Pictures({ addresses }: { addresses: readonly string[] }) {
  const shown = addresses.slice(0, maxPictures)
  return (
    <span className="flex flex-wrap gap-x-2">
      {shown.map((href, n) => (
        <a key={href} href={href} title={href} target="_blank" rel="noreferrer noopener">
          {addresses.length === 1 ? t('Picture') : t('Picture {0}', n + 1)}
        </a>
      ))}
      {addresses.length > shown.length && <span className="quiet">+{addresses.length - shown.length}</span>}
    </span>
  )
}

function formatCell(value: unknown, name: string) {
  if (value === null || value === undefined) return <span className="quiet">–</span>
  const addresses = pictureNames.test(name) ? [value].flat() : []
  if (addresses.length > 0 && addresses.every((address) => typeof address === 'string' && isAddress(address)))
    return <Pictures addresses={[...new Set(addresses as string[])]} />
  if (typeof value === 'object') return <span className="quiet">{JSON.stringify(value)}</span>
  return typeof value === 'string' && isAddress(value) ? <Outside href={value} /> : String(value)
}
