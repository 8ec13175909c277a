// Batches, newest first, each with how far it is.
import { useInfiniteQuery } from '@tanstack/react-query'
import { quarry } from '../api.ts'
import { moment, number, t } from '../text.ts'
import { More, numbers, paged, Table, toCursor } from '../ui/more.tsx'
import { Bar, State } from '../ui/parts.tsx'

export function BatchList({ isOperator, onPick }: { isOperator: boolean; onPick: (id: string) => void }) {
  const query = useInfiniteQuery({
    queryKey: ['batches', isOperator],
    queryFn: async ({ pageParam }) =>
      isOperator
        ? (await quarry.request('GET', '/admin/batches', { query: toCursor(pageParam) })).data
        : (await quarry.request('GET', '/v2/batches', { query: toCursor(pageParam) })).data,
    ...paged,
    refetchInterval: 5_000,
  })
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
                  <button
                    type="button"
                    className="text-accent hover:underline"
                    onClick={() => onPick(batch.batch_id)}
                  >
                    {moment(batch.created_at)}
                  </button>
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
