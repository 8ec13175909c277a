// Whether the books balance, as the last audit of the server found; asking has it audit again from time to time.
import { useQuery } from '@tanstack/react-query'
import { quarry } from '../api.ts'
import { clockTime, number, t } from '../text.ts'
import { Badge, Problem } from '../ui/parts.tsx'

export function LedgerAudit() {
  const { data, error, refetch } = useQuery({
    queryKey: ['admin', 'audit'],
    queryFn: async () => (await quarry.request('GET', '/admin/audit')).data,
    refetchInterval: ({ state }) => (state.data?.running ? 1_000 : 30_000),
  })
  if (error) return <Problem error={error} retry={() => void refetch()} />
  const { at = null, ms = null, balanced = null, differences = [] } = data ?? {}
  return (
    <div role="status" className="mb-4 min-h-7 text-[0.93rem]">
      <Badge kind={balanced === null ? '' : balanced ? 'good' : 'bad'}>
        {balanced === null
          ? at === null
            ? t('The books are being audited')
            : t('The audit could not be finished')
          : balanced
            ? t('The books balance')
            : t('The books do not balance')}
      </Badge>{' '}
      {at !== null && ms !== null && (
        <span className="quiet text-sm">{t('audited {0}, in {1} ms', clockTime(at), number(ms))}</span>
      )}
      {differences.length > 0 && (
        <ul className="card mt-2 !border-red px-[1.1rem] py-3 text-sm">
          {differences.map((difference) => (
            <li key={difference}>{difference}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
