// A chart over time, drawn by uPlot in the colours of the theme. The values under the pointer are shown as text; arrow
// keys move, and Enter opens what `onPick` does.
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import uPlot from 'uplot'
import { remPx, usePreferences, useSystemDark } from '../preferences.ts'
import { formatClockTime, formatNumber, locale, type Outcomes, t } from '../text.ts'
import { CallsLink, type SearchParams } from './search.tsx'
import 'uplot/dist/uPlot.min.css'

type ChartProps = {
  label: string
  /** Seconds. */
  times: number[]
  series: ChartSeries[]
  heightRem?: number
  onPick?: (seconds: number) => void
  /** The steps are days in UTC. */
  isDaily?: boolean
  marks?: ChartMark[]
  /** The axis spans the values instead of starting at 0. */
  isFitted?: boolean
}

type OutcomeStep = Omit<Outcomes, 'calls'>

/** The outcomes of calls as stacked bars: each series covers the lower part of the one before. */
export function callSeries(steps: readonly OutcomeStep[] = []): ChartSeries[] {
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
export function OutcomeLegend({ filters }: { filters: SearchParams }) {
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

type LegendProps = { mark: string; names: readonly [name: string, colour: string, calls?: SearchParams][] }

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

const noMarks: ChartMark[] = []

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
  const when = isDaily ? timeLabel(seconds, true, 0) : formatClockTime(new Date(seconds * 1000).toISOString())
  const values = series.map(({ label, values: drawn, ownValues }) => {
    const value = (ownValues ?? drawn)[at]
    return `${label} ${value == null ? '–' : formatNumber(value)}`
  })
  return [when, ...values].join(' · ')
}

export type Colour = 'accent' | 'blue' | 'red' | 'amber'
export type ChartSeries = {
  label: string
  colour: Colour
  values: (number | null)[]
  /** The values for the text if the drawn ones are sums. */
  ownValues?: number[]
  bars?: boolean
  /** The value holds until the next one. */
  isStepped?: boolean
}
/** A vertical line at a moment in seconds. */
export type ChartMark = { at: number; colour: Colour }

type Drawn = {
  times: number[]
  series: ChartSeries[]
  isDaily: boolean
  marks: ChartMark[]
  isFitted: boolean
  onMove: (index: number | null) => void
}

const drawChart = (element: HTMLElement, drawn: Drawn): uPlot =>
  new uPlot(
    buildOptions(element, drawn),
    [drawn.times, ...drawn.series.map(({ values }) => values)] as uPlot.AlignedData,
    element,
  )

const measureSize = ({ clientWidth, clientHeight }: HTMLElement) => ({
  width: clientWidth,
  height: clientHeight,
})

/** A canvas supports neither variables nor light-dark(), so an element computes the colour. */
function colourIn(element: HTMLElement, name: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(--${name})`
  element.append(probe)
  const computed = getComputedStyle(probe).color
  probe.remove()
  return computed
}

function buildOptions(element: HTMLElement, drawn: Drawn): uPlot.Options {
  const { times, series, isDaily, marks, isFitted, onMove } = drawn
  const colour = (name: string) => colourIn(element, name)
  const rem = remPx()
  const axis = {
    stroke: colour('quiet'),
    font: `${0.8 * rem}px ${getComputedStyle(element).fontFamily}`,
    grid: { stroke: colour('line'), width: 1 },
    ticks: { show: false },
  }
  const isBars = series.some(({ bars }) => bars)
  const half = isBars ? ((times[1] ?? 0) - (times[0] ?? 0)) / 2 : 0
  const step = ((times[1] ?? 0) - (times[0] ?? 0)) / 2
  return {
    ...measureSize(element),
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    hooks: {
      setCursor: [({ cursor }) => onMove(cursor.idx ?? null)],
      drawAxes: [
        (plot) =>
          drawMarks(
            plot,
            marks.map(({ at, colour: name }) => ({ at, stroke: colour(name) })),
          ),
      ],
    },
    scales: {
      // Half a step of space for the first and the last bar.
      x: { range: (_, min, max) => [min - half, max + half] },
      y: { range: (_, min, max) => (isFitted ? around(min, max) : [0, Math.max(1, max * 1.1)]) },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 2 * rem,
        ...(isDaily
          ? { incrs: [1, 2, 7, 14, 30].map((days) => days * 86_400), space: 4 * rem }
          : { space: 4.7 * rem }),
        values: (_, splits) => splits.map((seconds) => timeLabel(seconds, isDaily, labelSpan(times, step))),
      },
      // Low charts have labels above 0, too.
      { ...axis, size: 3.5 * rem, space: 1.35 * rem, ...(isFitted ? {} : { incrs: wholeSteps }) },
    ],
    series: [{}, ...series.map((line) => buildSeries(line, colour(line.colour)))],
  }
}

const wholeSteps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 1e6, 1e7]

function buildSeries({ label, bars: isBars, isStepped }: ChartSeries, stroke: string): uPlot.Series {
  const bars = uPlot.paths.bars?.({ size: [0.7, 40], radius: 0.15 })
  const steps = uPlot.paths.stepped?.({ align: 1 })
  const line = { label, stroke, width: 1.75, points: { show: false } }
  if (isBars && bars) return { ...line, width: 0, paths: bars, fill: stroke }
  return isStepped && steps ? { ...line, paths: steps } : line
}

const around = (min: number, max: number): [number, number] => {
  const margin = (max - min) * 0.1 || Math.max(1, Math.abs(max) * 0.1)
  return [min - margin, max + margin]
}

/** Vertical lines behind the series. */
function drawMarks(plot: uPlot, marks: { at: number; stroke: string }[]): void {
  const { ctx, bbox } = plot
  ctx.save()
  ctx.lineWidth = devicePixelRatio
  ctx.setLineDash([3 * devicePixelRatio, 3 * devicePixelRatio])
  for (const { at, stroke } of marks) {
    const x = Math.round(plot.valToPos(at, 'x', true))
    ctx.strokeStyle = stroke
    ctx.beginPath()
    ctx.moveTo(x, bbox.top)
    ctx.lineTo(x, bbox.top + bbox.height)
    ctx.stroke()
  }
  ctx.restore()
}

/** Half a step in seconds, which decides how precise the labels are; an average if the times are uneven. */
const labelSpan = (times: number[], half: number): number => {
  const isEven = Math.abs((times.at(-1) ?? 0) - (times[0] ?? 0) - half * 2 * (times.length - 1)) < 1
  return isEven ? half : ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 16
}

/** The shortest label that tells neighbouring steps apart. */
function timeLabel(seconds: number, isDaily: boolean, half: number): string {
  const moment = new Date(seconds * 1000)
  if (isDaily) return moment.toLocaleDateString(locale(), { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const isMidnight = half >= 1_800 && moment.getHours() === 0 && moment.getMinutes() === 0
  if (half > 43_200 || isMidnight)
    return moment.toLocaleDateString(locale(), { day: 'numeric', month: 'short' })
  const fine = half < 30 ? ({ second: '2-digit' } as const) : {}
  return moment.toLocaleTimeString(locale(), { hour: '2-digit', minute: '2-digit', ...fine })
}
