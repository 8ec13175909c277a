// Batches, newest first, with their progress.

import { quarry } from '../api.ts'
import { moment, number, t } from '../text.ts'
import { TextButton } from '../ui/controls.tsx'
import { More, numbers, Table } from '../ui/more.tsx'
import { Bar, State } from '../ui/parts.tsx'
import { usePages } from '../use-read.ts'

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
                  moment(batch.created_at)
                ) : (
                  <TextButton onClick={() => onPick(batch.batch_id)}>{moment(batch.created_at)}</TextButton>
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
                {number(batch.total - batch.open)} / {number(batch.total)}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </More>
  )
}
