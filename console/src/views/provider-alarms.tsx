// Alarms about changed data of one provider, with example calls.
import type { Schemas } from '@quarry/sdk'
import { Link } from '@tanstack/react-router'
import { moment, number, percent, t } from '../text.ts'
import { Badge } from '../ui/parts.tsx'

type Alarm = Schemas['AlarmWithExamples']

export function Alarms({ path, alarms }: { path: string; alarms: readonly Alarm[] }) {
  return alarms.map((alarm) => (
    <div
      key={`${alarm.form} ${alarm.field} ${alarm.kind}`}
      className="mb-3 rounded-md border border-amber px-3 py-2.5 text-[0.9rem]"
    >
      <p>
        <Badge kind="warn">{t('Alarm')}</Badge> <span className="mono">{path}</span> {describeAlarm(alarm)}
      </p>
      <p className="quiet mt-1 text-sm">
        {t('{0} before, {1} now', formatLevel(alarm, alarm.baseline), formatLevel(alarm, alarm.now))} ·{' '}
        {t('form {0}', alarm.form)} · {t('since {0}', moment(alarm.since))}
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

function describeAlarm({ field, form, kind }: Alarm): string {
  if (field === null) return t('Form {0} occurs less often', form)
  if (kind === 'presence') return t('{0} is missing more often', field)
  if (kind === 'number') return t('Values of {0} have a different magnitude', field)
  return t('Values of {0} have a different length', field)
}

/** Shares are percentages; other levels are sizes or lengths. */
export const formatLevel = ({ kind }: Pick<Alarm, 'kind'>, value: number): string =>
  kind === 'presence' || kind === 'form' ? percent(value) : number(value)
