// When the calls were. For an account all that fit the filters, as the server counts them, and a step leads to its calls;
// for the operator those that are loaded.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { quarry } from '../api.ts'
import { moment, number, t } from '../text.ts'
import { Chart, type Series } from '../ui/chart.tsx'
import { Problem } from '../ui/parts.tsx'
import { useParams } from '../ui/search.ts'
import { type Call, type Filters, queryOf } from './calls-query.ts'

const height = 110
const liveMs = 5_000

const seriesOf = (good: number[], bad: number[]): Series[] => [
  { label: t('Calls'), colour: 'accent', bars: true, values: good },
  { label: t('Errors'), colour: 'red', bars: true, values: bad },
]

export function CallHistogram({ filters, isLive }: { filters: Filters; isLive: boolean }) {
  const [, setSearch] = useParams()
  const { account: _, ...own } = filters
  const query = useQuery({
    queryKey: ['call histogram', own],
    queryFn: async () => (await quarry.request('GET', '/v2/calls/histogram', { query: queryOf(own) })).data,
    refetchInterval: isLive ? liveMs : false,
    placeholderData: (before) => before,
  })
  const { data } = query
  const times = useMemo(() => data?.steps.map(({ at }) => Date.parse(at) / 1000) ?? [], [data])
  const series = useMemo(
    () =>
      seriesOf(data?.steps.map(({ calls }) => calls) ?? [], data?.steps.map(({ errors }) => errors) ?? []),
    [data],
  )
  if (query.error) return <Problem error={query.error} retry={() => void query.refetch()} />
  // As high as it will be, so that the list below stays where it is.
  if (!data) return <div className="h-[9.4rem]" role="status" aria-label={t('Loading')} />
  const sum = (name: 'calls' | 'errors') => data.steps.reduce((all, step) => all + step[name], 0)
  const words = t('{0} calls, {1} of them errors', number(sum('calls')), number(sum('errors')))
  const show = (seconds: number) =>
    setSearch({ from: iso(seconds), to: iso(seconds + data.step_seconds), call: undefined })
  return (
    <div className="no-print px-3 pt-3">
      <p className="numbers quiet flex min-h-[1.9rem] flex-wrap items-center gap-x-3 px-2 text-[0.82rem]">
        <span>{words}</span>
        {data.counted_from !== null && (
          <span className="text-amber">{t('counted since {0}', moment(data.counted_from))}</span>
        )}
        {(filters.from || filters.to) && (
          <button
            type="button"
            className="button small"
            onClick={() => setSearch({ from: undefined, to: undefined })}
          >
            {t('All the time')}
          </button>
        )}
      </p>
      {times.length > 1 ? (
        <Chart
          label={words}
          times={times}
          series={series}
          height={height}
          isDaily={data.step_seconds >= 86_400}
          onPick={show}
        />
      ) : (
        <div className="h-[110px]" />
      )}
    </div>
  )
}

const iso = (seconds: number) => new Date(seconds * 1000).toISOString()

const loadedSteps = 40

export function LoadedHistogram({ calls }: { calls: Call[] }) {
  const { times, series } = useMemo(() => countsOf(calls), [calls])
  if (times.length < 2) return null
  return (
    <div className="no-print px-3 pt-3">
      <Chart
        label={t('When these {0} calls happened', calls.length)}
        times={times}
        series={series}
        height={height}
      />
    </div>
  )
}

function countsOf(calls: Call[]): { times: number[]; series: Series[] } {
  const moments = calls.map(({ at }) => Date.parse(at) / 1000)
  const first = moments.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY)
  const last = moments.reduce((most, one) => Math.max(most, one), 0)
  const width = Math.max(1, (last - first) / loadedSteps)
  if (calls.length < 2) return { times: [], series: [] }
  const good = new Array<number>(loadedSteps + 1).fill(0)
  const bad = new Array<number>(loadedSteps + 1).fill(0)
  calls.forEach(({ recorded_status: status, count }, n) => {
    const place = Math.floor(((moments[n] ?? first) - first) / width)
    for (const counts of status >= 400 ? [good, bad] : [good]) counts[place] = (counts[place] ?? 0) + count
  })
  return { times: good.map((_, n) => first + n * width), series: seriesOf(good, bad) }
}
