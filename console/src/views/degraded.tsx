// What does badly at the moment, if anything does: endpoints that fail too often, and alarms where what a site sends is no
// longer what it was.
import type { Schemas } from '@quarry/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { quarry } from '../api.ts'
import { moment, number, percent, t } from '../text.ts'

type Endpoint = Schemas['StatusHistory']['endpoints'][number]
type Alarm = Endpoint['alarms'][number]

export function Degraded() {
  const { data } = useQuery({
    queryKey: ['status'],
    queryFn: async () => (await quarry.request('GET', '/v2/status')).data,
    refetchInterval: 30_000,
  })
  const bad = data?.endpoints.filter(({ status, alarms }) => status === 'degraded' || alarms.length > 0) ?? []
  if (bad.length === 0) return null
  return (
    <section role="status" className="card mb-4 !border-amber px-[1.1rem] py-3 text-[0.93rem]">
      <p>
        <span className="font-medium text-amber">{t('Degraded at the moment')}</span>{' '}
        <a href="/status" className="underline">
          {t('Status')}
        </a>
      </p>
      <ul className="mt-1 space-y-0.5">
        {bad.map(({ path, alarms }) => (
          <li key={path}>
            <Link
              to="/console/calls"
              search={{ endpoint: path } as never}
              className="mono text-ink underline"
            >
              {path}
            </Link>
            {alarms.length > 0 && (
              <ul className="quiet ml-4 text-[0.85rem]">
                {alarms.map((alarm) => (
                  <li key={`${alarm.provider} ${alarm.form} ${alarm.field} ${alarm.kind}`}>
                    {describeAlarm(alarm)}
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function describeAlarm({ provider, form, field, kind, since, baseline, now }: Alarm): string {
  const isShare = kind === 'presence' || kind === 'form'
  const [usual, present] = [baseline, now].map((value) => (isShare ? percent(value) : number(value)))
  const what = field ?? t('pages of the form {0}', form)
  return t(
    '{0}, {1}: {2} instead of {3}, since {4}',
    provider,
    what,
    present ?? '',
    usual ?? '',
    moment(since),
  )
}
