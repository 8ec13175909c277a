// Endpoints that fail too often, and alarms about changed data of providers. Shows nothing when all is well.
import type { Schemas } from '@quarry/sdk'
import { Link } from '@tanstack/react-router'
import { quarry } from '../api.ts'
import { moment, t } from '../text.ts'
import { useRead } from '../use-read.ts'
import { formatLevel } from './provider-alarms.tsx'

type Endpoint = Schemas['StatusHistory']['endpoints'][number]
type Alarm = Endpoint['alarms'][number]

export function Degraded() {
  const { data } = useRead(['status'], () => quarry.request('GET', '/v2/status'), { refetchInterval: 30_000 })
  const bad = data?.endpoints.filter(({ status, alarms }) => status === 'degraded' || alarms.length > 0) ?? []
  if (bad.length === 0) return null
  return (
    <section role="status" className="card mb-4 !border-amber px-[1.1rem] py-3 text-[0.93rem]">
      <p>
        <span className="font-medium text-amber">{t('Currently degraded')}</span>{' '}
        <a href="/status" className="underline">
          {t('Status')}
        </a>
      </p>
      <p className="quiet mt-0.5 text-[0.85rem]">
        {t(
          'Failed calls are free. Use another provider, accept older records with max_age, or try again later.',
        )}
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

function describeAlarm(alarm: Alarm): string {
  const { provider, form, field, since, baseline, now } = alarm
  const subject = field ?? t('pages of the form {0}', form)
  const [before, present] = [formatLevel(alarm, baseline), formatLevel(alarm, now)]
  return t('{0}, {1}: {2} instead of {3}, since {4}', provider, subject, present, before, moment(since))
}
