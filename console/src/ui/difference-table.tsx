// The differences between two records, one row per field.
import { useMemo } from 'react'
import { differences } from '../differences.ts'
import { number, t } from '../text.ts'
import { Table } from './more.tsx'

const shownMax = 200

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
        <p className="quiet py-2 text-sm">{t('and {0} more', number(all.length - shownMax))}</p>
      )}
    </>
  )
}

function formatValue(value: unknown) {
  if (value === undefined) return <span className="quiet">{t('missing')}</span>
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 400 ? `${text.slice(0, 400)}…` : text
}
