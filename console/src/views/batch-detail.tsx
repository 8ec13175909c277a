// One batch: how far it is, which lines failed and why, and its results to take along.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { quarry } from '../api.ts'
import { credits, moment, number, t } from '../text.ts'
import { Table } from '../ui/more.tsx'
import { Bar, Dialog, Shown, State, Status } from '../ui/parts.tsx'
import { save } from '../ui/save.ts'

export function BatchDetail({ id, onClose }: { id: string; onClose: () => void }) {
  const queries = useQueryClient()
  const batch = useQuery({
    queryKey: ['batch', id],
    queryFn: async () => (await quarry.request('GET', '/v2/batches/{id}', { path: { id } })).data,
    refetchInterval: ({ state }) => (state.data?.finished_at ? false : 1_000),
  })
  const cancel = async () => {
    await quarry.request('DELETE', '/v2/batches/{id}', { path: { id } })
    await queries.invalidateQueries({ queryKey: ['batch', id] })
  }
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
                <button type="button" className="button" onClick={() => void download(id, 'csv')}>
                  {t('Download CSV')}
                </button>
                <button type="button" className="button" onClick={() => void download(id, 'ndjson')}>
                  {t('Download NDJSON')}
                </button>
                {data.status === 'running' && (
                  <button type="button" className="button danger" onClick={() => void cancel()}>
                    {t('Cancel the rest')}
                  </button>
                )}
              </div>
              <Lines id={id} isOver={data.finished_at !== null} />
            </>
          )
        }}
      </Shown>
    </Dialog>
  )
}

function Lines({ id, isOver }: { id: string; isOver: boolean }) {
  const lines = useQuery({
    queryKey: ['batch lines', id, isOver],
    queryFn: async () =>
      (await quarry.request('GET', '/v2/batches/{id}/results', { path: { id }, query: { limit: 200 } })).data,
    refetchInterval: isOver ? false : 3_000,
  })
  return (
    <div className="mt-4 border-t border-line pt-2 [&_[role=region]]:mx-0">
      <Shown query={lines}>
        {({ items }) => (
          <Table label={t('Lines')} heads={[t('Line'), t('Input'), t('State'), t('Credits'), t('Error')]}>
            {items.map((item) => (
              <tr key={item.item}>
                <td>{item.item + 1}</td>
                <td className="mono max-w-64 truncate">{JSON.stringify(item.input)}</td>
                <td>
                  {item.status_code === null ? (
                    <State state={item.status} />
                  ) : (
                    <Status code={item.status_code} />
                  )}
                </td>
                <td className="text-right">{item.credits}</td>
                <td className="quiet">{item.error}</td>
              </tr>
            ))}
          </Table>
        )}
      </Shown>
    </div>
  )
}

/** All of it, page by page. */
async function download(id: string, format: 'csv' | 'ndjson') {
  const pages: string[] = []
  for (let from: number | null = 0; from !== null; ) {
    const { data } = await quarry.request('GET', '/v2/batches/{id}/results', {
      path: { id },
      query: { format, from },
      as: 'text',
    })
    pages.push(from > 0 && format === 'csv' ? data.slice(data.indexOf('\n') + 1) : data)
    const rows: number = countOf(data, format)
    from = rows > 0 && rows < 1000 ? null : rows === 0 ? null : from + rows
  }
  save(`batch.${format}`, format === 'csv' ? 'text/csv' : 'application/x-ndjson', pages.join(''))
}

const countOf = (text: string, format: string) =>
  text.split('\n').filter((line) => line.trim() !== '').length - (format === 'csv' ? 1 : 0)
