// Batches, newest first, and one batch: its progress, its lines, and downloads of the results.
import type { Schemas } from '@quarry/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { quarry } from '../api.ts'
import { save } from '../download.ts'
import { usePages, useRead, useWork } from '../requests.ts'
import { formatCredits, formatMoment, formatNumber, plural, t } from '../text.ts'
import { Button, TextButton } from '../ui/controls.tsx'
import { Bar, Dialog, Empty, Loaded, Problem, State, Status } from '../ui/parts.tsx'
import { More, numbers, Table } from '../ui/table.tsx'
import type { BatchStart } from './new-batch.tsx'

type Batch = Schemas['Batch']
type Item = Omit<Schemas['BatchResults']['items'][number], 'result'>

export function BatchList({ isOperator, onPick }: { isOperator: boolean; onPick: (id: string) => void }) {
  const query = usePages(
    ['batches', isOperator],
    (cursor) =>
      isOperator
        ? quarry.request('GET', '/admin/batches', { query: cursor })
        : quarry.request('GET', '/v2/batches', { query: cursor }),
    5_000,
  )
  return (
    <More query={query} getItems={({ batches }) => batches} empty={t('No batches yet')}>
      {(batches) => (
        <Table
          label={t('Batches')}
          heads={[
            t('Started'),
            ...(isOperator ? [t('Account')] : []),
            t('Endpoint'),
            t('State'),
            t('Progress'),
            numbers(t('Items')),
          ]}
        >
          {batches.map((batch) => (
            <tr key={batch.batch_id}>
              <td className="whitespace-nowrap">
                {isOperator ? (
                  formatMoment(batch.created_at)
                ) : (
                  <TextButton onClick={() => onPick(batch.batch_id)}>
                    {formatMoment(batch.created_at)}
                  </TextButton>
                )}
              </td>
              {isOperator && <td>{batch.account}</td>}
              <td className="mono">{batch.endpoint}</td>
              <td>
                <State state={batch.status} />
              </td>
              <td className="min-w-28">
                <Bar share={1 - batch.open / batch.total} label={t('Progress')} />
              </td>
              <td className="text-right">
                {formatNumber(batch.total - batch.open)} / {formatNumber(batch.total)}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </More>
  )
}

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

function Progress({ batch }: { batch: Batch }) {
  const finished = batch.completed + batch.failed
  return (
    <>
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <State state={batch.status} /> <span className="mono">{batch.endpoint}</span>
        <span className="quiet">{formatMoment(batch.created_at)}</span>
      </p>
      <div className="my-3">
        <Bar share={finished / batch.total} label={t('Progress')} />
      </div>
      <p className="numbers text-sm" role="status">
        {t('{0} of {1} finished', formatNumber(finished), formatNumber(batch.total))} ·{' '}
        {t('{0} failed', formatNumber(batch.failed))} · {t('{0} not found', formatNumber(batch.not_found))} ·{' '}
        {formatCredits(batch.credits)}
      </p>
    </>
  )
}

/** The bad lines of a file that were left out of its batch. */
function SkippedLines({ batch: { skipped = 0, skipped_lines: lines = [] } }: { batch: Batch }) {
  if (skipped === 0) return null
  return (
    <details className="mt-3 text-sm">
      <summary>{plural(skipped, '{0} line skipped', '{0} lines skipped')}</summary>
      <ul className="mt-1 max-h-48 overflow-auto">
        {lines.map(({ line, error }) => (
          <li key={line}>{t('Line {0}: {1}', formatNumber(line), error)}</li>
        ))}
      </ul>
      {skipped > lines.length && (
        <p className="quiet">{t('and {0} more', formatNumber(skipped - lines.length))}</p>
      )}
    </details>
  )
}

const firstLines = 100
const shownMax = 200
/** How many lines of a large batch are read; the download has all of them. */
const readMax = 5_000

type BatchLinesProps = { batch: Batch; onAgain: (inputs: Record<string, unknown>[]) => void }

/** The first lines while the batch runs, all of them when it has ended. Failed lines can be run again. */
function BatchLines({ batch, onAgain }: BatchLinesProps) {
  const { batch_id: id } = batch
  const isOver = batch.finished_at !== null
  const lines = useQuery({
    queryKey: ['batch lines', id, isOver],
    queryFn: () => readLines(id, isOver),
    refetchInterval: isOver ? false : 3_000,
  })
  const [isFailedOnly, setFailedOnly] = useState(isOver && batch.failed > 0)
  return (
    <section className="mt-4 border-t border-line pt-3">
      <Loaded query={lines}>
        {(items) => {
          const failed = items.filter(isFailed)
          const shown = isFailedOnly ? failed : items
          return (
            <>
              {failed.length > 0 && (
                <p className="mb-2 flex flex-wrap items-center justify-between gap-2 text-sm">
                  <label className="inline-flex items-center gap-2">
                    <input
                      type="checkbox"
                      checked={isFailedOnly}
                      onChange={(event) => setFailedOnly(event.target.checked)}
                    />
                    {t('Failed lines only ({0})', formatNumber(failed.length))}
                  </label>
                  {isOver && (
                    <Button
                      look="small"
                      onClick={() => onAgain(failed.map(({ input }) => input as Record<string, unknown>))}
                    >
                      {t('Run the failed lines again')}
                    </Button>
                  )}
                </p>
              )}
              <Rows items={shown} />
            </>
          )
        }}
      </Loaded>
    </section>
  )
}

const isFailed = ({ status }: Item) => status === 'failed'

function Rows({ items }: { items: Item[] }) {
  if (items.length === 0) return <Empty title={t('No failed lines')} />
  return (
    <>
      <Table
        label={t('Lines')}
        heads={[t('Line'), t('Input'), t('State'), t('Error'), numbers(t('Credits'))]}
      >
        {items.slice(0, shownMax).map((item) => (
          <tr key={item.item}>
            <td>{formatNumber(item.item + 1)}</td>
            <td className="mono max-w-72 truncate">{JSON.stringify(item.input)}</td>
            <td>
              {item.status_code === null ? <State state={item.status} /> : <Status code={item.status_code} />}
            </td>
            <td className="quiet">{item.error}</td>
            <td className="text-right">{item.credits}</td>
          </tr>
        ))}
      </Table>
      {items.length > shownMax && (
        <p className="quiet pt-2 text-sm">
          {t('and {0} more', formatNumber(items.length - shownMax))}
          {items.length >= readMax && ` · ${t('The download has all lines.')}`}
        </p>
      )}
    </>
  )
}

/** Reads the lines without their records, which may be large. */
async function readLines(id: string, isWhole: boolean): Promise<Item[]> {
  const lines: Item[] = []
  for (let from: number | null = 0; from !== null && lines.length < readMax; ) {
    const query: { from: number; limit?: number } = isWhole ? { from } : { from, limit: firstLines }
    const { data } = await quarry.request('GET', '/v2/batches/{id}/results', { path: { id }, query })
    lines.push(...data.items.map(({ result: _, ...line }) => line))
    from = isWhole ? data.next_from : null
  }
  return lines
}
