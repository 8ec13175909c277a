// The lines of a batch: the first ones while it runs, all of them when it has ended. Failed lines can be run again.
import type { Schemas } from '@quarry/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { quarry } from '../api.ts'
import { number, t } from '../text.ts'
import { Button } from '../ui/controls.tsx'
import { numbers, Table } from '../ui/more.tsx'
import { Empty, Loaded, State, Status } from '../ui/parts.tsx'

type Batch = Schemas['Batch']
type Item = Omit<Schemas['BatchResults']['items'][number], 'result'>

const firstLines = 100
const shownMax = 200
/** Of a large batch; the download has all lines. */
const readMax = 5_000

type BatchLinesProps = { batch: Batch; onAgain: (inputs: Record<string, unknown>[]) => void }

export function BatchLines({ batch, onAgain }: BatchLinesProps) {
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
                    {t('Failed lines only ({0})', number(failed.length))}
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
            <td>{number(item.item + 1)}</td>
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
          {t('and {0} more', number(items.length - shownMax))}
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
