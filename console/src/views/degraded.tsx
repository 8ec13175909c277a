// What does badly at the moment, if anything does.
import { useQuery } from '@tanstack/react-query'
import { quarry } from '../api.ts'
import { t } from '../text.ts'

export function Degraded() {
  const { data } = useQuery({
    queryKey: ['status'],
    queryFn: async () => (await quarry.request('GET', '/v2/status')).data,
    refetchInterval: 30_000,
  })
  const paths = data?.endpoints.flatMap(({ path, status }) => (status === 'degraded' ? [path] : [])) ?? []
  if (paths.length === 0) return null
  return (
    <div role="status" className="card mb-4 !border-amber px-[1.1rem] py-3 text-[0.93rem]">
      <span className="font-medium text-amber">{t('Degraded at the moment')}:</span>{' '}
      <span className="mono">{paths.join(', ')}</span>.{' '}
      <a href="/status" className="underline">
        {t('Status')}
      </a>
    </div>
  )
}
