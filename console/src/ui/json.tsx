// Shows a record as a tree or a table. Values are untrusted and shown as text; URLs open in a new tab, and nothing is
// loaded from them.
import { t } from '../text.ts'
import { Scroller } from './scroller.tsx'

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

export function ListTable({ rows }: { rows: Record<string, unknown>[] }) {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].slice(0, 12)
  return (
    <Scroller label={t('Table')} className="scroll-x">
      <table className="text-[0.85rem]">
        <thead>
          <tr>
            {names.map((name) => (
              <th key={name}>{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: records have no key of their own
            <tr key={n}>
              {names.map((name) => (
                <td key={name} className="max-w-[22rem] truncate">
                  {formatCell(row[name])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  )
}

function formatCell(value: unknown) {
  if (value === null || value === undefined) return <span className="quiet">–</span>
  if (typeof value === 'object') return <span className="quiet">{JSON.stringify(value)}</span>
  return typeof value === 'string' && isAddress(value) ? <Outside href={value} /> : String(value)
}
