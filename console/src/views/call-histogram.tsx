// When the calls of the list happened: what is loaded of them, in forty equal steps of time.
import { useMemo } from 'react'
import { t } from '../text.ts'
import { Chart, type Series } from '../ui/chart.tsx'
import type { Call } from './calls-query.ts'

const steps = 40

export function CallHistogram({ calls }: { calls: Call[] }) {
  const { times, series } = useMemo(() => countsOf(calls), [calls])
  if (times.length < 2) return null
  return (
    <div className="no-print px-3 pt-3">
      <Chart
        label={t('When these {0} calls happened', calls.length)}
        times={times}
        series={series}
        height={110}
      />
    </div>
  )
}

function countsOf(calls: Call[]): { times: number[]; series: Series[] } {
  const moments = calls.map(({ at }) => Date.parse(at) / 1000)
  const first = Math.min(...moments)
  const width = Math.max(1, (Math.max(...moments) - first) / steps)
  if (calls.length < 2) return { times: [], series: [] }
  const good = new Array<number>(steps + 1).fill(0)
  const bad = new Array<number>(steps + 1).fill(0)
  calls.forEach(({ recorded_status: status, count }, n) => {
    const place = Math.floor(((moments[n] ?? first) - first) / width)
    for (const counts of status >= 400 ? [good, bad] : [good]) counts[place] = (counts[place] ?? 0) + count
  })
  return {
    times: good.map((_, n) => first + n * width),
    series: [
      { label: t('Calls'), colour: 'accent', bars: true, values: good },
      { label: t('Errors'), colour: 'red', bars: true, values: bad },
    ],
  }
}
