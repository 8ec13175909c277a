// Compares two records field by field and shows the differences. Paths are written as in code: `offers[0].price`.
import { useMemo } from 'react'
import { formatNumber, t } from '../text.ts'
import { Table } from './table.tsx'

const shownMax = 200

/** One row per field that differs. */
export function DifferenceTable({ before, after }: { before: unknown; after: unknown }) {
  const all = useMemo(() => differences(before, after), [before, after])
  if (all.length === 0) return <p className="quiet py-2 text-sm">{t('No differences.')}</p>
  return (
    <>
      <Table isInset label={t('Difference')} heads={[t('Field'), t('Before'), t('After')]}>
        {all.slice(0, shownMax).map(({ path, before: old, after: now }) => (
          <tr key={path}>
            <td className="mono !pl-0">{path}</td>
            <td className="mono max-w-64 text-red">{formatValue(old)}</td>
            <td className="mono max-w-64 text-accent">{formatValue(now)}</td>
          </tr>
        ))}
      </Table>
      {all.length > shownMax && (
        <p className="quiet py-2 text-sm">{t('and {0} more', formatNumber(all.length - shownMax))}</p>
      )}
    </>
  )
}

function formatValue(value: unknown) {
  if (value === undefined) return <span className="quiet">{t('missing')}</span>
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 400 ? `${text.slice(0, 400)}…` : text
}

export type Difference = { path: string; before: unknown; after: unknown }

/** All values by path, except objects and lists that are not empty. */
export function listLeaves(
  value: unknown,
  path = '',
  leaves = new Map<string, unknown>(),
): Map<string, unknown> {
  if (value === null || typeof value !== 'object') return leaves.set(path, value)
  const entries: [string, unknown][] = Array.isArray(value)
    ? value.map((child, n) => [`${path}[${n}]`, child])
    : Object.entries(value).map(([name, child]) => [path === '' ? name : `${path}.${name}`, child])
  if (entries.length === 0) return leaves.set(path, value)
  for (const [name, child] of entries) listLeaves(child, name, leaves)
  return leaves
}

/** A missing value is `undefined`. */
export function differences(before: unknown, after: unknown): Difference[] {
  const [old, now] = [listLeaves(before), listLeaves(after)]
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((path) => {
    const pair = { path, before: old.get(path), after: now.get(path) }
    return isSame(pair) ? [] : [pair]
  })
}

const isSame = ({ before, after }: Difference) =>
  before === after ||
  (before !== undefined && after !== undefined && JSON.stringify(before) === JSON.stringify(after))
