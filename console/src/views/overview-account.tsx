// An account at a glance: what is left and until when, and where the rest went. Every number leads to the calls behind it.
import type { Schemas } from '@quarry/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { quarry } from '../api.ts'
import { useSignedIn } from '../session.ts'
import { credits, day, number, percent, t, zone } from '../text.ts'
import { Chart, type Series } from '../ui/chart.tsx'
import { Bar, Card, Empty, Page, Shown, Stat } from '../ui/parts.tsx'
import { useParams } from '../ui/search.ts'
import { Degraded } from './degraded.tsx'
import { labelRange, listSteps, parseRange, type Range, rangeNames } from './range.ts'
import { Spend } from './spend.tsx'
import { type Statistics, useStatistics } from './statistics-query.ts'

type Usage = Schemas['Usage']

export function AccountOverview() {
  const { may, account } = useSignedIn()
  const [{ range: name }, setParams] = useParams()
  const range = parseRange(name)
  const usage = useQuery({
    queryKey: ['usage'],
    queryFn: async () => (await quarry.request('GET', '/v2/usage')).data,
  })
  const time = useStatistics(range, range.isHourly ? 'hour' : 'day', may.statistics)
  return (
    <Page
      title={account?.name ?? t('Overview')}
      note={`${range.label} · ${t('time zone')} ${range.isHourly ? zone : 'UTC'}`}
      actions={
        <select
          className="input !mt-0 !w-auto"
          aria-label={t('Time range')}
          value={range.name}
          onChange={(event) => setParams({ range: event.target.value })}
        >
          {rangeNames.map((one) => (
            <option key={one} value={one}>
              {labelRange(one)}
            </option>
          ))}
        </select>
      }
    >
      <Degraded />
      <Shown query={usage}>
        {(data) => <Figures usage={data} totals={time.data?.totals} range={range} />}
      </Shown>
      {may.statistics ? (
        <>
          <Card title={t('Calls over time')} className="mt-4" aside={<Legend />}>
            <Shown query={time}>{(data) => <Calls statistics={data} range={range} />}</Shown>
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
            {t(
              'The operator can enable them; charts and totals then appear here. Your calls are listed in any case.',
            )}{' '}
            <Link to="/console/calls">{t('Calls')}</Link>
          </Empty>
        </Card>
      )}
    </Page>
  )
}

type FigureProps = { usage: Usage; totals: Statistics['totals'] | undefined; range: Range }

function Figures({ usage, totals, range }: FigureProps) {
  const given = usage.subscription.total + usage.credits.given
  const used = given === 0 ? 0 : 1 - usage.remaining / given
  const perDay = totals ? totals.credits / range.days : 0
  return (
    <div className="pairs gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-4">
      <div className="card px-[1.1rem] py-3.5">
        <p className="quiet text-[0.82rem] font-medium">{t('Credits left')}</p>
        <p className="numbers mt-0.5 text-[1.6rem] leading-tight font-semibold tracking-tight">
          {number(usage.remaining)}
        </p>
        <div className="mt-2">
          <Bar share={used} label={t('Credits used')} />
        </div>
        <p className="quiet mt-1.5 text-[0.82rem]">{forecast(usage, perDay)}</p>
      </div>
      <Stat
        label={<Behind range={range}>{t('Calls')}</Behind>}
        value={totals ? number(totals.calls) : '–'}
        note={totals && credits(totals.credits)}
      />
      <Stat
        label={<Behind range={range}>{t('Errors')}</Behind>}
        value={totals ? number(totals.errors) : '–'}
        note={totals && totals.calls > 0 && percent(totals.errors / totals.calls)}
      />
      <Stat
        label={<Behind range={range}>{t('Latency')}</Behind>}
        value={totals?.p50_ms == null ? '–' : `${number(totals.p50_ms)} ms`}
        note={totals?.p95_ms != null && `p95 ${number(totals.p95_ms)} ms`}
      />
    </div>
  )
}

/** Leads to the calls of the time that is looked at. */
const Behind = ({ range, children }: { range: Range; children: ReactNode }) => (
  <Link to="/console/calls" search={{ from: range.from } as never}>
    {children}
  </Link>
)

/** The day the credits end, as things go. */
function forecast({ remaining, renewal_date: renewal }: Usage, perDay: number): string {
  if (remaining <= 0) return t('Used up')
  if (perDay === 0) return renewal ? t('Renewed on {0}', day(renewal)) : t('Not being used')
  const end = new Date(Date.now() + (remaining / perDay) * 86_400_000)
  if (renewal && end > new Date(renewal)) return t('Enough until the renewal on {0}', day(renewal))
  if (end.getTime() - Date.now() > 5 * 365 * 86_400_000) return t('Enough for years at this rate')
  return t('At this rate until {0}', day(end))
}

const Legend = () => (
  <span className="quiet flex flex-wrap gap-x-3 text-[0.82rem]">
    <span>
      <span aria-hidden="true" className="text-accent">
        ■
      </span>{' '}
      {t('Calls')}
    </span>
    <span>
      <span aria-hidden="true" className="text-red">
        ■
      </span>{' '}
      {t('Errors')}
    </span>
  </span>
)

function Calls({ statistics, range }: { statistics: Statistics; range: Range }) {
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a range is made anew each time, with the same times
  const times = useMemo(() => listSteps(range), [range.from, range.name])
  const series = useMemo<Series[]>(() => {
    const found = new Map(statistics.series.map((one) => [Date.parse(one.hour ?? one.day ?? '') / 1000, one]))
    return [
      {
        label: t('Calls'),
        colour: 'accent',
        bars: true,
        values: times.map((time) => found.get(time)?.calls ?? 0),
      },
      {
        label: t('Errors'),
        colour: 'red',
        bars: true,
        values: times.map((time) => found.get(time)?.errors ?? 0),
      },
    ]
  }, [statistics, times])
  const step = range.isHourly ? 3600 : 86_400
  const { calls, errors } = statistics.totals
  return (
    <Chart
      label={t('{0} calls, {1} of them errors', number(calls), number(errors))}
      times={times}
      series={series}
      isDaily={!range.isHourly}
      onPick={(seconds) =>
        void navigate({
          to: '/console/calls',
          search: { from: iso(seconds), to: iso(seconds + step) } as never,
        })
      }
    />
  )
}

const iso = (seconds: number) => new Date(seconds * 1000).toISOString()
