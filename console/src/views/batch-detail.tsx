// One batch: progress, failed lines, and downloads of the results.
import type { Schemas } from '@quarry/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { quarry } from '../api.ts'
import { credits, moment, number, t } from '../text.ts'
import { Button } from '../ui/controls.tsx'
import { Bar, Dialog, Loaded, Problem, State } from '../ui/parts.tsx'
import { save } from '../ui/save.ts'
import { useWork } from '../ui/work.ts'
import { useRead } from '../use-read.ts'
import { BatchLines } from './batch-lines.tsx'
import type { BatchStart } from './new-batch.tsx'
import { SkippedLines } from './skipped-lines.tsx'

/** The results of a large batch are one large file. */
const downloadMs = 15 * 60_000

type BatchDetailProps = { id: string; onClose: () => void; onAgain: (start: BatchStart) => void }

export function BatchDetail({ id, onClose, onAgain }: BatchDetailProps) {
  const { problem, isBusy, work } = useWork()
  const queries = useQueryClient()
  const batch = useRead(['batch', id], () => quarry.request('GET', '/v2/batches/{id}', { path: { id } }), {
    refetchInterval: ({ state }) => (state.data?.finished_at ? false : 1_000),
  })
  const cancel = () =>
    work(async () => {
      await quarry.request('DELETE', '/v2/batches/{id}', { path: { id } })
      await queries.invalidateQueries({ queryKey: ['batch', id] })
    })
  const download = (format: 'csv' | 'ndjson') => work(() => downloadResults(id, format))
  return (
    <Dialog title={t('Batch')} onClose={onClose} wide>
      <p className="mono quiet mb-2 break-all">{id}</p>
      <Loaded query={batch}>
        {(data) => (
          <>
            <Progress batch={data} />
            <div className="mt-3 flex flex-wrap gap-2">
              <Button disabled={isBusy} onClick={() => void download('csv')}>
                {t('Download CSV')}
              </Button>
              <Button disabled={isBusy} onClick={() => void download('ndjson')}>
                {t('Download NDJSON')}
              </Button>
              {data.status === 'running' && (
                <Button look="danger" onClick={() => void cancel()}>
                  {t('Cancel the rest')}
                </Button>
              )}
            </div>
            {problem !== null && <Problem error={problem} />}
            <SkippedLines batch={data} />
            <BatchLines
              key={String(data.finished_at)}
              batch={data}
              onAgain={(inputs) => onAgain({ path: data.endpoint, inputs })}
            />
          </>
        )}
      </Loaded>
    </Dialog>
  )
}

async function downloadResults(id: string, format: 'csv' | 'ndjson'): Promise<void> {
  const { data: text } = await quarry.request('GET', '/v2/batches/{id}/results', {
    path: { id },
    query: { format, all: true },
    as: 'text',
    timeoutMs: downloadMs,
    tryTimeoutMs: downloadMs,
  })
  save(`batch.${format}`, format === 'csv' ? 'text/csv' : 'application/x-ndjson', text)
}

function Progress({ batch }: { batch: Schemas['Batch'] }) {
  const ended = batch.completed + batch.failed
  return (
    <>
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <State state={batch.status} /> <span className="mono">{batch.endpoint}</span>
        <span className="quiet">{moment(batch.created_at)}</span>
      </p>
      <div className="my-3">
        <Bar share={ended / batch.total} label={t('Progress')} />
      </div>
      <p className="numbers text-sm" role="status">
        {t('{0} of {1} finished', number(ended), number(batch.total))} ·{' '}
        {t('{0} failed', number(batch.failed))} · {t('{0} not found', number(batch.not_found))} ·{' '}
        {credits(batch.credits)}
      </p>
    </>
  )
}
