// What differs between two records, a line for each field.
import { useMemo } from 'react'
import { differences } from '../differences.ts'
import { number, t } from '../text.ts'
import { Scroller } from './scroller.tsx'

const shownMax = 200

export function DifferenceTable({ before, after }: { before: unknown; after: unknown }) {
  const all = useMemo(() => differences(before, after), [before, after])
  if (all.length === 0) return <p className="quiet py-2 text-sm">{t('Nothing differs.')}</p>
  return (
    <Scroller label={t('Difference')} className="overflow-x-auto">
      <table className="text-[0.85rem]">
        <thead>
          <tr>
            <th className="!pl-0">{t('Field')}</th>
            <th>{t('Before')}</th>
            <th>{t('After')}</th>
          </tr>
        </thead>
        <tbody>
          {all.slice(0, shownMax).map(({ path, before: old, after: now }) => (
            <tr key={path}>
              <td className="mono !pl-0 break-words">{path}</td>
              <td className="mono max-w-64 break-words text-red">{written(old)}</td>
              <td className="mono max-w-64 break-words text-accent">{written(now)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {all.length > shownMax && (
        <p className="quiet py-2 text-sm">{t('and {0} more', number(all.length - shownMax))}</p>
      )}
    </Scroller>
  )
}

function written(value: unknown) {
  if (value === undefined) return <span className="quiet">{t('not there')}</span>
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 400 ? `${text.slice(0, 400)}…` : text
}
