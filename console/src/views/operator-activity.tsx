// The service over time: calls by outcome, latency and credits, and the busiest accounts. A point of a chart and every
// count opens the calls behind it.
import type { Schemas } from '@quarry/sdk'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { quarry } from '../api.ts'
import { useRead } from '../requests.ts'
import { describeOutcomes, formatCredits, formatMilliseconds, formatNumber, t, toIso } from '../text.ts'
import { Chart, type ChartSeries, callSeries, Legend, OutcomeLegend } from '../ui/chart.tsx'
import { Card, Empty, Loaded } from '../ui/parts.tsx'
import { CallsLink } from '../ui/search.tsx'
import { numbers, Table } from '../ui/table.tsx'
import type { Range } from './range.tsx'

type ActivityData = Schemas['Activity']
type Account = ActivityData['accounts'][number]

export function Activity({ range }: { range: Range }) {
  const activity = useRead(
    ['admin', 'activity', range.name],
    () => quarry.request('GET', '/admin/activity', { query: { days: range.days } }),
    { refetchInterval: 30_000 },
  )
  return (
    <Loaded query={activity} rows={8}>
      {(data) => (
        <>
          <Charts data={data} />
          <Card title={t('Busiest accounts')} className="mt-4">
            <Accounts data={data} />
          </Card>
        </>
      )}
    </Loaded>
  )
}

function Charts({ data }: { data: ActivityData }) {
  const { steps, from } = data
  const sum = (name: 'calls' | 'credits' | 'answered' | 'no_match' | 'refused' | 'failed') =>
    steps.reduce((all, step) => all + step[name], 0)
  const calls = useMemo(() => callSeries(steps), [steps])
  const credits = useMemo((): ChartSeries[] => [toSeries(t('Credits'), steps, 'credits')], [steps])
  // The higher value is drawn first, so that the lower one covers its lower part.
  const latency = useMemo(
    (): ChartSeries[] => [
      { ...toSeries('p95', steps, 'p95_ms'), colour: 'amber' },
      toSeries('p50', steps, 'p50_ms'),
    ],
    [steps],
  )
  const words = describeOutcomes({
    ...{ calls: sum('calls'), answered: sum('answered'), no_match: sum('no_match') },
    ...{ refused: sum('refused'), failed: sum('failed') },
  })
  const slowest = Math.max(...steps.map((step) => step.p95_ms ?? 0))
  return (
    <div className="mt-4 grid gap-4 lg:grid-cols-2">
      <Card
        title={t('Calls over time')}
        aside={<OutcomeLegend filters={{ from }} />}
        className="lg:col-span-2"
      >
        <StepChart data={data} label={words} series={calls} />
      </Card>
      <Card
        title={t('Latency')}
        aside={
          <Legend
            mark="■"
            names={[
              ['p50', 'text-accent', { from }],
              ['p95', 'text-amber', { from }],
            ]}
          />
        }
      >
        <StepChart data={data} label={t('Highest p95: {0}', formatMilliseconds(slowest))} series={latency} />
      </Card>
      <Card
        title={t('Credits')}
        aside={
          <CallsLink filters={{ from }} className="text-[0.82rem]">
            {formatCredits(sum('credits'))}
          </CallsLink>
        }
      >
        <StepChart
          data={data}
          label={t('Credits charged: {0}', formatNumber(sum('credits')))}
          series={credits}
        />
      </Card>
    </div>
  )
}

const toSeries = (
  label: string,
  steps: ActivityData['steps'],
  name: 'credits' | 'p50_ms' | 'p95_ms',
): ChartSeries => ({ label, colour: 'accent', bars: true, values: steps.map((step) => step[name]) })

type StepChartProps = { data: ActivityData; label: string; series: ChartSeries[] }

function StepChart({ data: { steps, step_seconds: seconds }, label, series }: StepChartProps) {
  const navigate = useNavigate()
  const times = useMemo(() => steps.map(({ at }) => Date.parse(at) / 1000), [steps])
  return (
    <Chart
      label={label}
      times={times}
      series={series}
      isDaily={seconds >= 86_400}
      onPick={(at) =>
        void navigate({ to: '/console/calls', search: { from: toIso(at), to: toIso(at + seconds) } as never })
      }
    />
  )
}

function Accounts({ data: { accounts, from } }: { data: ActivityData }) {
  if (accounts.length === 0) return <Empty title={t('No calls in this period')} />
  return (
    <Table
      label={t('Busiest accounts')}
      isDense
      heads={[
        t('Account'),
        numbers(t('Calls')),
        numbers(t('Credits')),
        ...[t('No match'), t('Refused'), t('Failed')].map(numbers),
      ]}
    >
      {accounts.map((account) => (
        <AccountRow key={account.account} account={account} from={from} />
      ))}
    </Table>
  )
}

function AccountRow({ account, from }: { account: Account; from: string }) {
  const link = (count: number, outcome?: string, colour = 'text-ink') => (
    <CallsLink filters={{ account: account.account, from, outcome }} className={colour}>
      {formatNumber(count)}
    </CallsLink>
  )
  return (
    <tr>
      <td>
        <Link to="/console/accounts" search={{ account: account.account } as never} className="text-ink">
          {account.name}
        </Link>
      </td>
      <td className="text-right">{link(account.calls)}</td>
      <td className="text-right">{link(account.credits)}</td>
      <td className="text-right">{link(account.no_match, 'no_match')}</td>
      <td className="text-right">{link(account.refused, 'refused')}</td>
      <td className="text-right">
        {link(account.failed, 'failed', account.failed > 0 ? 'text-red' : 'text-ink')}
      </td>
    </tr>
  )
}
