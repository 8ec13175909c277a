// The result of the last audit of the ledger, for the operator.
import { quarry } from '../api.ts'
import { clockTime, number, t } from '../text.ts'
import { Badge, Problem } from '../ui/parts.tsx'
import { useRead } from '../use-read.ts'

export function LedgerAudit() {
  const { data, error, refetch } = useRead(['admin', 'audit'], () => quarry.request('GET', '/admin/audit'), {
    refetchInterval: ({ state }) => (state.data?.running ? 1_000 : 30_000),
  })
  if (error) return <Problem error={error} retry={() => void refetch()} />
  const { at = null, ms = null, balanced = null, differences = [] } = data ?? {}
  return (
    <div role="status" className="mb-4 min-h-7 text-[0.93rem]">
      <Badge kind={balanced === null ? '' : balanced ? 'good' : 'bad'}>
        {balanced === null
          ? at === null
            ? t('The ledger is being audited')
            : t('The audit did not finish')
          : balanced
            ? t('The ledger balances')
            : t('The ledger does not balance')}
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
