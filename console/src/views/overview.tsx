// The first view. For an account: credits left, calls over time, and spending by group. The operator has another one.
import type { Schemas } from '@quarry/sdk'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { quarry } from '../api.ts'
import { useRead } from '../requests.ts'
import { useSignedIn } from '../session.ts'
import {
  describeOutcomes,
  formatCredits,
  formatDay,
  formatMilliseconds,
  formatNumber,
  t,
  toIso,
  zone,
} from '../text.ts'
import { Chart, callSeries, OutcomeLegend } from '../ui/chart.tsx'
import { Bar, Card, Empty, Loaded, OtherOutcomes, Stat, ViewPage } from '../ui/parts.tsx'
import { useParams } from '../ui/search.tsx'
import { FirstSteps } from './first-steps.tsx'
import { OperatorOverview } from './overview-operator.tsx'
import { Degraded } from './provider-alarms.tsx'
import { listSteps, parseRange, type Range, RangeField, type Statistics, useStatistics } from './range.tsx'

export function View() {
  return useSignedIn().role === 'operator' ? <OperatorOverview /> : <AccountOverview />
}

type Usage = Schemas['Usage']

const noCalls = { answered: 0, no_match: 0, refused: 0, failed: 0 }

function AccountOverview() {
  const { may, account } = useSignedIn()
  const [{ range: name }, setParams] = useParams()
  const range = parseRange(name)
  const usage = useRead(['usage'], () => quarry.request('GET', '/v2/usage'))
  const time = useStatistics(range, range.isHourly ? 'hour' : 'day', may.statistics)
  return (
    <ViewPage
      title={account?.name ?? t('Overview')}
      note={`${range.label} · ${t('time zone')} ${range.isHourly ? zone : 'UTC'}`}
      actions={<RangeField range={range} onChange={(value) => setParams({ range: value })} />}
    >
      <Degraded />
      {usage.data && usage.data.remaining <= 0 && <OutOfCredits />}
      <FirstSteps />
      <Loaded query={usage}>
        {(data) => <Figures usage={data} totals={time.data?.totals} range={range} />}
      </Loaded>
      {may.statistics && time.data?.totals.calls === 0 ? (
        <Card className="mt-4">
          <Empty title={t('No calls in this period')}>
            {t('Calls, latency and spending appear here after your first lookup.')}{' '}
            <Link to="/console/playground">{t('Open the playground')}</Link>
          </Empty>
        </Card>
      ) : may.statistics ? (
        <>
          <Card
            title={t('Calls over time')}
            className="mt-4"
            aside={<OutcomeLegend filters={{ from: range.from }} />}
          >
            <Loaded query={time}>{(data) => <Calls statistics={data} range={range} />}</Loaded>
          </Card>
          <div className="mt-4 grid gap-4 md:grid-cols-2">
            <Spend title={t('By endpoint')} group="endpoint" range={range} />
            <Spend title={t('By provider')} group="provider" range={range} />
            <Spend title={t('By key')} group="key" range={range} />
            <Spend title={t('By status')} group="status" range={range} />
          </div>
        </>
      ) : (
        <Card className="mt-4">
          <Empty title={t('Statistics are not enabled for this account')}>
            {t('Ask the operator to enable them. Your calls are listed here:')}{' '}
            <Link to="/console/calls">{t('Calls')}</Link>
          </Empty>
        </Card>
      )}
    </ViewPage>
  )
}

function OutOfCredits() {
  return (
    <section role="status" className="card mb-4 !border-amber px-[1.1rem] py-3 text-[0.93rem]">
      <span className="font-medium text-amber">{t('Not enough credits')}</span>{' '}
      {t(
        'Lookups are refused with 402 and cost nothing. Ask the operator for more credits, or wait for the renewal.',
      )}
    </section>
  )
}

type FigureProps = { usage: Usage; totals: Statistics['totals'] | undefined; range: Range }

function Figures({ usage, totals, range }: FigureProps) {
  const total = usage.subscription.total + usage.credits.given
  const used = total === 0 ? 0 : 1 - usage.remaining / total
  const perDay = totals ? totals.credits / range.days : 0
  const filters = { from: range.from }
  return (
    <div className="pairs gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-4">
      <Stat
        label={t('Credits left')}
        value={formatNumber(usage.remaining)}
        note={
          <>
            <Bar share={used} label={t('Credits used')} />
            <span className="mt-1.5 block">{forecast(usage, perDay)}</span>
          </>
        }
      />
      <Stat
        label={t('Calls')}
        to="/console/calls"
        search={filters}
        value={totals ? formatNumber(totals.calls) : '–'}
        note={totals && formatCredits(totals.credits)}
      />
      <Stat
        label={t('Answered')}
        to="/console/calls"
        search={{ ...filters, outcome: 'answered' }}
        value={totals ? formatNumber(totals.answered) : '–'}
        note={totals && <OtherOutcomes counts={totals} filters={filters} />}
      />
      <Stat
        label={t('Latency')}
        to="/console/calls"
        search={filters}
        value={formatMilliseconds(totals?.p50_ms ?? null)}
        note={totals?.p95_ms != null && `p95 ${formatMilliseconds(totals.p95_ms)}`}
      />
    </div>
  )
}

/** The day on which the credits run out at the current rate. */
function forecast({ remaining, renewal_date, subscription }: Usage, perDay: number): string {
  // Only a subscription is renewed; without one the period is the calendar month.
  const renewal = subscription.total > 0 ? renewal_date : null
  if (remaining <= 0) return t('Used up')
  if (perDay === 0) return renewal ? t('Renewed on {0}', formatDay(renewal)) : t('No calls in this period')
  const end = new Date(Date.now() + (remaining / perDay) * 86_400_000)
  if (renewal && end > new Date(renewal)) return t('Enough until the renewal on {0}', formatDay(renewal))
  if (end.getTime() - Date.now() > 5 * 365 * 86_400_000) return t('Enough for years at this rate')
  return t('At this rate until {0}', formatDay(end))
}

function Calls({ statistics, range }: { statistics: Statistics; range: Range }) {
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each render creates a new range with the same times
  const times = useMemo(() => listSteps(range), [range.from, range.name])
  const series = useMemo(() => {
    const steps = new Map(
      statistics.series.map((point) => [Date.parse(point.hour ?? point.day ?? '') / 1000, point]),
    )
    return callSeries(times.map((time) => steps.get(time) ?? noCalls))
  }, [statistics, times])
  const step = range.isHourly ? 3600 : 86_400
  return (
    <Chart
      label={describeOutcomes(statistics.totals)}
      times={times}
      series={series}
      isDaily={!range.isHourly}
      onPick={(seconds) =>
        void navigate({
          to: '/console/calls',
          search: { from: toIso(seconds), to: toIso(seconds + step) } as never,
        })
      }
    />
  )
}

type SpendProps = { title: string; group: 'endpoint' | 'provider' | 'key' | 'status'; range: Range }

/** Spending by one group; each row links to its calls. */
function Spend({ title, group, range }: SpendProps) {
  const query = useStatistics(range, group)
  // Failed calls cost nothing, so statuses are compared by their number of calls.
  const measure = group === 'status' ? 'calls' : 'credits'
  return (
    <Card title={title} flush>
      <Loaded query={query}>
        {({ series }) => {
          const rows = [...series].sort((a, b) => b[measure] - a[measure]).slice(0, 8)
          const most = Math.max(1, ...rows.map((row) => row[measure]))
          if (rows.length === 0) return <Empty title={t('No calls in this period')} />
          return (
            <ul className="pb-2">
              {rows.map((row) => {
                const name = row[group]
                return (
                  <li key={String(name)} className="px-[1.1rem] py-1.5">
                    <div className="flex justify-between gap-3 text-[0.9rem]">
                      {name ? (
                        <Link
                          to="/console/calls"
                          search={{ [group]: String(name), from: range.from } as never}
                          className="min-w-0 truncate text-ink"
                        >
                          {String(name).replace(/^\/v2\//, '')}
                        </Link>
                      ) : (
                        <span className="quiet min-w-0 truncate">{t('no provider')}</span>
                      )}
                      <span className="numbers whitespace-nowrap">
                        {formatNumber(row.credits)} <span className="quiet">/ {formatNumber(row.calls)}</span>
                      </span>
                    </div>
                    <div className="mt-1">
                      <Bar
                        share={row[measure] / most}
                        label={`${name ?? t('no provider')}: ${formatCredits(row.credits)}`}
                      />
                    </div>
                  </li>
                )
              })}
              <li className="quiet px-[1.1rem] pt-1 text-[0.8rem]">{t('Credits / calls')}</li>
            </ul>
          )
        }}
      </Loaded>
    </Card>
  )
}
