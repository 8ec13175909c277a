// Alarms about changed data: the notice on the overview, and the alarms of one provider with example calls.
import type { Schemas } from '@quarry/sdk'
import { Link } from '@tanstack/react-router'
import { quarry } from '../api.ts'
import { useRead } from '../requests.ts'
import { formatMoment, formatNumber, formatPercent, t } from '../text.ts'
import { Badge } from '../ui/parts.tsx'

type Endpoint = Schemas['StatusHistory']['endpoints'][number]
type Alarm = Endpoint['alarms'][number]

/** Endpoints that fail too often or have alarms. Shows nothing when all is well. */
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
  return t('{0}, {1}: {2} instead of {3}, since {4}', provider, subject, present, before, formatMoment(since))
}

export function Alarms({ path, alarms }: { path: string; alarms: readonly Schemas['AlarmWithExamples'][] }) {
  return alarms.map((alarm) => (
    <div
      key={`${alarm.form} ${alarm.field} ${alarm.kind}`}
      className="mb-3 rounded-md border border-amber px-3 py-2.5 text-[0.9rem]"
    >
      <p>
        <Badge kind="warn">{t('Alarm')}</Badge> <span className="mono">{path}</span> {titleAlarm(alarm)}
      </p>
      <p className="quiet mt-1 text-sm">
        {t('{0} before, {1} now', formatLevel(alarm, alarm.baseline), formatLevel(alarm, alarm.now))} ·{' '}
        {t('form {0}', alarm.form)} · {t('since {0}', formatMoment(alarm.since))}
      </p>
      {alarm.examples.length > 0 && (
        <p className="mt-1 flex flex-wrap gap-x-3 gap-y-0.5 text-sm">
          <span className="quiet">{t('Example calls')}:</span>
          {alarm.examples.map((id) => (
            <Link
              key={id}
              to="/console/calls"
              search={{ request_id: id, call: id } as never}
              className="mono break-all"
            >
              {id}
            </Link>
          ))}
        </p>
      )}
    </div>
  ))
}

function titleAlarm({ field, form, kind }: Alarm): string {
  if (field === null) return t('Form {0} occurs less often', form)
  if (kind === 'presence') return t('{0} is missing more often', field)
  if (kind === 'number') return t('Values of {0} have a different magnitude', field)
  return t('Values of {0} have a different length', field)
}

/** Shares are percentages; other levels are sizes or lengths. */
const formatLevel = ({ kind }: Pick<Alarm, 'kind'>, value: number): string =>
  kind === 'presence' || kind === 'form' ? formatPercent(value) : formatNumber(value)
