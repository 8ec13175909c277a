// Turns the playground into a batch of everything that was run, or into a watch of the current form.
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { Lookup } from '../reference.ts'
import { t, toText } from '../text.ts'
import { Button } from '../ui/controls.tsx'
import { readInput, type Texts } from './lookup-form.tsx'
import type { LookupRun } from './run-lookup.ts'

const NewBatch = lazy(() => import('./new-batch.tsx').then(({ NewBatch: part }) => ({ default: part })))
const NewWatch = lazy(() => import('./new-watch.tsx').then(({ NewWatch: part }) => ({ default: part })))

export function SaveLookup({
  lookup,
  texts,
  history,
}: {
  lookup: Lookup
  texts: Texts
  history: LookupRun[]
}) {
  const navigate = useNavigate()
  const [open, setOpen] = useState<'batch' | 'watch' | null>(null)
  const close = () => setOpen(null)
  const go = (to: string, search: Record<string, string>) => void navigate({ to, search: search as never })
  return (
    <div className="pairs mt-3 gap-2">
      <Button onClick={() => setOpen('batch')}>{t('Save as batch')}</Button>
      <Button onClick={() => setOpen('watch')}>{t('Save as watch')}</Button>
      <Suspense>
        {open === 'batch' && (
          <NewBatch
            initial={{ path: lookup.path, inputs: listInputs(lookup, texts, history) }}
            onClose={close}
            onMade={(batch) => go('/console/jobs', { batch })}
          />
        )}
        {open === 'watch' && (
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

/** The inputs of the form and of earlier runs, without duplicates. */
function listInputs(lookup: Lookup, texts: Texts, history: LookupRun[]): Record<string, unknown>[] {
  const tried = history.map(({ values }) =>
    readInput(
      lookup,
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, toText(value)])),
    ),
  )
  const unique = new Map([readInput(lookup, texts), ...tried].map((input) => [JSON.stringify(input), input]))
  return [...unique.values()]
}
