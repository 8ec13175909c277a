// The bad lines of a file that were left out of its batch.
import type { Schemas } from '@quarry/sdk'
import { number, plural, t } from '../text.ts'

export function SkippedLines({
  batch: { skipped = 0, skipped_lines: lines = [] },
}: {
  batch: Schemas['Batch']
}) {
  if (skipped === 0) return null
  return (
    <details className="mt-3 text-sm">
      <summary>{plural(skipped, '{0} line skipped', '{0} lines skipped')}</summary>
      <ul className="mt-1 max-h-48 overflow-auto">
        {lines.map(({ line, error }) => (
          <li key={line}>{t('Line {0}: {1}', number(line), error)}</li>
        ))}
      </ul>
      {skipped > lines.length && <p className="quiet">{t('and {0} more', number(skipped - lines.length))}</p>}
    </details>
  )
}
