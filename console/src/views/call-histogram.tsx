// Calls over time for the current filters; a click on a bar shows its calls.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { quarry } from '../api.ts'
import { describeOutcomes, moment, type Outcomes, t, toIso } from '../text.ts'
import { Chart, callSeries } from '../ui/chart.tsx'
import { Button } from '../ui/controls.tsx'
import { Problem } from '../ui/parts.tsx'
import { useParams } from '../ui/search.ts'
import { type Filters, toQuery } from './calls-query.ts'

const heightRem = 7.3
const liveMs = 5_000

type CallHistogramProps = { isOperator: boolean; filters: Filters; isLive: boolean }

export function CallHistogram({ isOperator, filters, isLive }: CallHistogramProps) {
  const [, setSearch] = useParams()
  const query = useQuery({
    queryKey: ['call histogram', isOperator, filters],
    queryFn: async () =>
      isOperator
        ? (await quarry.request('GET', '/admin/calls/histogram', { query: toQuery(filters) })).data
        : (await quarry.request('GET', '/v2/calls/histogram', { query: toQuery(filters) })).data,
    refetchInterval: isLive ? liveMs : false,
    placeholderData: (before) => before,
  })
  const { data } = query
  const times = useMemo(() => data?.steps.map(({ at }) => Date.parse(at) / 1000) ?? [], [data])
  const series = useMemo(() => callSeries(data?.steps), [data])
  if (query.error) return <Problem error={query.error} retry={() => void query.refetch()} />
  // Has the height of the chart, so that the list below does not move.
  if (!data) return <div className="h-[9.4rem]" role="status" aria-label={t('Loading')} />
  const sum = (name: keyof Outcomes) => data.steps.reduce((all, step) => all + step[name], 0)
  const words = describeOutcomes({
    calls: sum('calls'),
    answered: sum('answered'),
    no_match: sum('no_match'),
    refused: sum('refused'),
    failed: sum('failed'),
  })
  const show = (seconds: number) =>
    setSearch({ from: toIso(seconds), to: toIso(seconds + data.step_seconds), call: undefined })
  return (
    <div className="no-print px-3 pt-3">
      <p className="numbers quiet flex min-h-[1.9rem] flex-wrap items-center gap-x-3 px-2 text-[0.82rem]">
        <span>{words}</span>
        {data.counted_from !== null && (
          <span className="text-amber">{t('counted since {0}', moment(data.counted_from))}</span>
        )}
        {(filters.from || filters.to) && (
          <Button look="small" onClick={() => setSearch({ from: undefined, to: undefined })}>
            {t('All time')}
          </Button>
        )}
      </p>
      {times.length > 1 ? (
        <Chart
          label={words}
          times={times}
          series={series}
          heightRem={heightRem}
          isDaily={data.step_seconds >= 86_400}
          onPick={show}
        />
      ) : (
        <div className="h-[7.3rem]" />
      )}
    </div>
  )
}
