// One batch: how far it is, which lines failed and why, and its results to take along.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { quarry } from '../api.ts'
import { credits, moment, number, t } from '../text.ts'
import { Bar, Dialog, Problem, Shown, State } from '../ui/parts.tsx'
import { save } from '../ui/save.ts'
import { useWork } from '../ui/work.ts'
import { wholeText } from '../whole-text.ts'
import { BatchLines } from './batch-lines.tsx'
import type { BatchStart } from './new-batch.tsx'

type BatchDetailProps = { id: string; onClose: () => void; onAgain: (start: BatchStart) => void }

export function BatchDetail({ id, onClose, onAgain }: BatchDetailProps) {
  const { problem, isBusy, work } = useWork()
  const queries = useQueryClient()
  const batch = useQuery({
    queryKey: ['batch', id],
    queryFn: async () => (await quarry.request('GET', '/v2/batches/{id}', { path: { id } })).data,
    refetchInterval: ({ state }) => (state.data?.finished_at ? false : 1_000),
  })
  const cancel = () =>
    work(async () => {
      await quarry.request('DELETE', '/v2/batches/{id}', { path: { id } })
      await queries.invalidateQueries({ queryKey: ['batch', id] })
    })
  const download = (format: 'csv' | 'ndjson') =>
    work(async () => {
      const text = await wholeText('x-next-from', format === 'csv', (client, from) =>
        client.request('GET', '/v2/batches/{id}/results', {
          path: { id },
          query: { format, ...(from === undefined ? {} : { from: Number(from) }) },
          as: 'text',
        }),
      )
      save(`batch.${format}`, format === 'csv' ? 'text/csv' : 'application/x-ndjson', text)
    })
  return (
    <Dialog title={t('Batch')} onClose={onClose} wide>
      <p className="mono quiet mb-2 break-all">{id}</p>
      <Shown query={batch}>
        {(data) => {
          const ended = data.completed + data.failed
          return (
            <>
              <p className="flex flex-wrap items-center gap-2 text-sm">
                <State state={data.status} /> <span className="mono">{data.endpoint}</span>
                <span className="quiet">{moment(data.created_at)}</span>
              </p>
              <div className="my-3">
                <Bar share={ended / data.total} label={t('Progress')} />
              </div>
              <p className="numbers text-sm" role="status">
                {t('{0} of {1} ended', number(ended), number(data.total))} ·{' '}
                {t('{0} failed', number(data.failed))} · {t('{0} not found', number(data.not_found))} ·{' '}
                {credits(data.credits)}
              </p>
              <div className="mt-3 flex flex-wrap gap-2">
                <button
                  type="button"
                  className="button"
                  disabled={isBusy}
                  onClick={() => void download('csv')}
                >
                  {t('Download CSV')}
                </button>
                <button
                  type="button"
                  className="button"
                  disabled={isBusy}
                  onClick={() => void download('ndjson')}
                >
                  {t('Download NDJSON')}
                </button>
                {data.status === 'running' && (
                  <button type="button" className="button danger" onClick={() => void cancel()}>
                    {t('Cancel the rest')}
                  </button>
                )}
              </div>
              {problem !== null && <Problem error={problem} />}
              <BatchLines
                key={String(data.finished_at)}
                batch={data}
                onAgain={(inputs) => onAgain({ path: data.endpoint, inputs })}
              />
            </>
          )
        }}
      </Shown>
    </Dialog>
  )
}
