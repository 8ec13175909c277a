// What is tried out in the playground, kept on: as a batch of everything that was tried, or as a watch of what stands in
// the form.
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { Lookup } from '../reference.ts'
import { t } from '../text.ts'
import { readInput, type Texts } from './lookup-form.tsx'
import type { Ran } from './run-lookup.ts'

const NewBatch = lazy(() => import('./new-batch.tsx').then(({ NewBatch: part }) => ({ default: part })))
const NewWatch = lazy(() => import('./new-watch.tsx').then(({ NewWatch: part }) => ({ default: part })))

export function SaveLookup({ lookup, texts, history }: { lookup: Lookup; texts: Texts; history: Ran[] }) {
  const navigate = useNavigate()
  const [made, setMade] = useState<'batch' | 'watch' | null>(null)
  const close = () => setMade(null)
  const go = (to: string, search: Record<string, string>) => void navigate({ to, search: search as never })
  return (
    <div className="pairs mt-3 gap-2">
      <button type="button" className="button" onClick={() => setMade('batch')}>
        {t('Save as batch')}
      </button>
      <button type="button" className="button" onClick={() => setMade('watch')}>
        {t('Save as watch')}
      </button>
      <Suspense>
        {made === 'batch' && (
          <NewBatch
            initial={{ path: lookup.path, inputs: listInputs(lookup, texts, history) }}
            onClose={close}
            onMade={(batch) => go('/console/jobs', { batch })}
          />
        )}
        {made === 'watch' && (
          <NewWatch
            initial={{ path: lookup.path, texts }}
            onClose={close}
            onMade={(watch) => go('/console/watches', { watch })}
          />
        )}
      </Suspense>
    </div>
  )
}

/** What stands in the form, and what was run before it; each once. */
function listInputs(lookup: Lookup, texts: Texts, history: Ran[]): Record<string, unknown>[] {
  const tried = history.map(({ values }) =>
    readInput(lookup, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, text(value)]))),
  )
  const unique = new Map([readInput(lookup, texts), ...tried].map((input) => [JSON.stringify(input), input]))
  return [...unique.values()]
}

const text = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))
