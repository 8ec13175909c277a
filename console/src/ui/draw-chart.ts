// The uPlot options of a chart.
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { locale } from '../text.ts'
import { remPx } from './rem.ts'

export type Colour = 'accent' | 'blue' | 'red' | 'amber'
export type Series = {
  label: string
  colour: Colour
  values: (number | null)[]
  /** The values in the text, where the drawn ones are sums. */
  ownValues?: number[]
  bars?: boolean
  /** The value holds until the next one. */
  isStepped?: boolean
}
/** A vertical line at a moment in seconds. */
export type Mark = { at: number; colour: Colour }

export type Drawn = {
  times: number[]
  series: Series[]
  isDaily: boolean
  marks: Mark[]
  isFitted: boolean
  onMove: (index: number | null) => void
}

export const drawChart = (element: HTMLElement, drawn: Drawn): uPlot =>
  new uPlot(
    buildOptions(element, drawn),
    [drawn.times, ...drawn.series.map(({ values }) => values)] as uPlot.AlignedData,
    element,
  )

export const measureSize = ({ clientWidth, clientHeight }: HTMLElement) => ({
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

function buildSeries({ label, bars: isBars, isStepped }: Series, stroke: string): uPlot.Series {
  const bars = uPlot.paths.bars?.({ size: [0.7, 40], radius: 0.15 })
  const steps = uPlot.paths.stepped?.({ align: 1 })
  const usual = { label, stroke, width: 1.75, points: { show: false } }
  if (isBars && bars) return { ...usual, width: 0, paths: bars, fill: stroke }
  return isStepped && steps ? { ...usual, paths: steps } : usual
}

const around = (min: number, max: number): [number, number] => {
  const air = (max - min) * 0.1 || Math.max(1, Math.abs(max) * 0.1)
  return [min - air, max + air]
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

/** The precision of the labels in seconds; times may be uneven. */
const labelSpan = (times: number[], half: number): number => {
  const isEven = Math.abs((times.at(-1) ?? 0) - (times[0] ?? 0) - half * 2 * (times.length - 1)) < 1
  return isEven ? half : ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 16
}

/** The shortest label that tells neighbouring steps apart. */
export function timeLabel(seconds: number, isDaily: boolean, half: number): string {
  const moment = new Date(seconds * 1000)
  if (isDaily) return moment.toLocaleDateString(locale(), { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const isMidnight = half >= 1_800 && moment.getHours() === 0 && moment.getMinutes() === 0
  if (half > 43_200 || isMidnight)
    return moment.toLocaleDateString(locale(), { day: 'numeric', month: 'short' })
  const fine = half < 30 ? ({ second: '2-digit' } as const) : {}
  return moment.toLocaleTimeString(locale(), { hour: '2-digit', minute: '2-digit', ...fine })
}
