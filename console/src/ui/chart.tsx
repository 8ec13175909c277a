// A chart over time, drawn by uPlot in the colours of the theme. The values under the pointer are shown as text; arrow
// keys move, and Enter opens what `onPick` does.
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type uPlot from 'uplot'
import { usePreferences, useSystemDark } from '../preferences.ts'
import { clockTime, number, type Outcomes, t } from '../text.ts'
import { CallsLink } from './calls-link.tsx'
import { drawChart, type Mark, measureSize, type Series, timeLabel } from './draw-chart.ts'
import type { Search } from './search.ts'

export type { Mark, Series } from './draw-chart.ts'

type ChartProps = {
  label: string
  /** Seconds. */
  times: number[]
  series: Series[]
  heightRem?: number
  onPick?: (seconds: number) => void
  /** The steps are days in UTC. */
  isDaily?: boolean
  marks?: Mark[]
  /** The axis spans the values instead of starting at 0. */
  isFitted?: boolean
}

type OutcomeStep = Omit<Outcomes, 'calls'>

/** The outcomes of calls as stacked bars: each series covers the lower part of the one before. */
export function callSeries(steps: readonly OutcomeStep[] = []): Series[] {
  const names = ['answered', 'no_match', 'refused', 'failed'] as const
  return names.map((name, index) => ({
    label: outcomeLabels()[name],
    colour: outcomeColours[name],
    bars: true,
    values: steps.map((step) => names.slice(index).reduce((sum, one) => sum + step[one], 0)),
    ownValues: steps.map((step) => step[name]),
  }))
}

const outcomeColours = { answered: 'accent', no_match: 'blue', refused: 'amber', failed: 'red' } as const

export const outcomeLabels = () => ({
  answered: t('Answered'),
  no_match: t('No match'),
  refused: t('Refused'),
  failed: t('Failed'),
})

/** Each name opens the calls with this outcome; `filters` select the calls of the chart. */
export function OutcomeLegend({ filters }: { filters: Search }) {
  const labels = outcomeLabels()
  return (
    <Legend
      mark="■"
      names={[
        [labels.answered, 'text-accent', { ...filters, outcome: 'answered' }],
        [labels.no_match, 'text-blue', { ...filters, outcome: 'no_match' }],
        [labels.refused, 'text-amber', { ...filters, outcome: 'refused' }],
        [labels.failed, 'text-red', { ...filters, outcome: 'failed' }],
      ]}
    />
  )
}

type LegendProps = { mark: string; names: readonly [name: string, colour: string, calls?: Search][] }

/** A mark in its colour before each name; a name with filters opens these calls. */
export const Legend = ({ mark, names }: LegendProps) => (
  <span className="quiet flex flex-wrap gap-x-3 text-[0.82rem]">
    {names.map(([name, colour, filters]) => (
      <span key={name}>
        <span aria-hidden="true" className={colour}>
          {mark}
        </span>{' '}
        {filters ? (
          <CallsLink filters={filters} className="text-inherit">
            {name}
          </CallsLink>
        ) : (
          name
        )}
      </span>
    ))}
  </span>
)

const noMarks: Mark[] = []

export function Chart(props: ChartProps) {
  const { label, times, heightRem = 12.7, onPick } = props
  const { place, drawn, at, setAt } = useDrawing(props)
  const shown = at === null || times[at] === undefined ? null : at
  const words = shown === null ? '' : describePoint(props, shown)
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (event.key === 'Enter' && shown !== null) onPick?.(times[shown] as number)
    if (step === 0) return
    event.preventDefault()
    const next = Math.min(times.length - 1, Math.max(0, (shown ?? (step > 0 ? -1 : times.length)) + step))
    const plot = drawn.current
    plot?.setCursor({ left: plot.valToPos(times[next] as number, 'x'), top: 1 })
    setAt(next)
  }
  const control = onPick
    ? {
        'aria-label': label,
        role: 'slider',
        tabIndex: 0,
        onKeyDown: move,
        'aria-valuemin': 0,
        'aria-valuemax': Math.max(0, times.length - 1),
        'aria-valuenow': shown ?? 0,
        'aria-valuetext': words || t('Arrow keys move, Enter opens the calls'),
      }
    : { 'aria-label': label, role: 'img' }
  return (
    <div className="relative">
      <p
        aria-hidden="true"
        className="numbers quiet absolute top-0 right-1 left-1 z-1 text-right text-[0.78rem]"
      >
        {words}
      </p>
      <div
        ref={place}
        {...control}
        // The old drawing must not widen the page before it is drawn again.
        className={`overflow-hidden ${onPick ? 'cursor-pointer rounded' : ''}`}
        style={{ height: `${heightRem}rem` }}
      />
    </div>
  )
}

/** Draws the chart into `place`; `at` is the index of the step under the pointer. */
function useDrawing(props: ChartProps) {
  const { times, series, onPick, isDaily = false, marks = noMarks, isFitted = false } = props
  const place = useRef<HTMLDivElement>(null)
  const drawn = useRef<uPlot | null>(null)
  const [at, setAt] = useState<number | null>(null)
  const { theme } = usePreferences()
  const isSystemDark = useSystemDark()
  const pick = useRef(onPick)
  pick.current = onPick
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours change with the theme
  useEffect(() => {
    const element = place.current
    // uPlot would not terminate on invalid times.
    if (!element || !times.every(Number.isFinite)) return
    const plot = drawChart(element, { times, series, isDaily, marks, isFitted, onMove: setAt })
    drawn.current = plot
    const pickPoint = () => {
      const index = plot.cursor.idx
      if (index !== null && index !== undefined && times[index] !== undefined) pick.current?.(times[index])
    }
    plot.over.addEventListener('click', pickPoint)
    const observer = new ResizeObserver(() => plot.setSize(measureSize(element)))
    observer.observe(element)
    return () => {
      observer.disconnect()
      plot.destroy()
    }
  }, [times, series, isDaily, marks, isFitted, theme, isSystemDark])
  return { place, drawn, at, setAt }
}

/** The values of one step, such as `12 Nov · Answered 5 · Failed 1`. */
function describePoint({ times, series, isDaily = false }: ChartProps, at: number): string {
  const seconds = times[at] as number
  const when = isDaily ? timeLabel(seconds, true, 0) : clockTime(new Date(seconds * 1000).toISOString())
  const values = series.map(({ label, values: drawn, ownValues }) => {
    const value = (ownValues ?? drawn)[at]
    return `${label} ${value == null ? '–' : number(value)}`
  })
  return [when, ...values].join(' · ')
}
