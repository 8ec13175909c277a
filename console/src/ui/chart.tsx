// A chart over time, drawn on a canvas by uPlot; colours are those of the theme. What it shows is also said in words.
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { preferences, usePreferences } from '../preferences.ts'

export type Series = {
  label: string
  colour: 'accent' | 'blue' | 'red' | 'amber'
  values: (number | null)[]
  bars?: boolean
}

type ChartProps = {
  label: string
  /** Seconds. */
  times: number[]
  series: Series[]
  height?: number
  onPick?: (seconds: number) => void
  /** Whole days, which are those of UTC. */
  isDaily?: boolean
}

export function Chart({ label, times, series, height = 190, onPick, isDaily = false }: ChartProps) {
  const place = useRef<HTMLDivElement>(null)
  const { theme } = usePreferences()
  const pick = useRef(onPick)
  pick.current = onPick
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours change with the theme
  useEffect(() => {
    const element = place.current
    if (!element) return
    const plot = new uPlot(
      optionsOf(element, { times, series, height, isDaily }),
      [times, ...series.map(({ values }) => values)] as uPlot.AlignedData,
      element,
    )
    const picked = () => {
      const index = plot.cursor.idx
      if (index !== null && index !== undefined && times[index] !== undefined) pick.current?.(times[index])
    }
    plot.over.addEventListener('click', picked)
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      plot.destroy()
    }
  }, [times, series, height, isDaily, theme])
  return (
    <div
      ref={place}
      role="img"
      aria-label={label}
      className={onPick ? 'cursor-pointer' : ''}
      style={{ height: `${height}px` }}
    />
  )
}

type Drawn = Required<Pick<ChartProps, 'times' | 'series' | 'height' | 'isDaily'>>

function optionsOf(element: HTMLElement, { times, series, height, isDaily }: Drawn): uPlot.Options {
  const style = getComputedStyle(element)
  // A canvas knows neither variables nor light-dark(): the browser computes them on an element.
  const colour = (name: string) => {
    const probe = document.createElement('span')
    probe.style.color = `var(--${name})`
    element.append(probe)
    const computed = getComputedStyle(probe).color
    probe.remove()
    return computed
  }
  const font = `12px ${style.fontFamily}`
  const axis = {
    stroke: colour('quiet'),
    font,
    grid: { stroke: colour('line'), width: 1 },
    ticks: { show: false },
  }
  const half = ((times[1] ?? 0) - (times[0] ?? 0)) / 2
  const bars = uPlot.paths.bars?.({ size: [0.7, 40], radius: 0.15 })
  return {
    width: element.clientWidth,
    height,
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    scales: {
      // Half a step more on both sides, for the first and the last bar.
      x: { range: (_, min, max) => [min - half, max + half] },
      y: { range: (_, __, max) => [0, Math.max(1, max * 1.1)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 30,
        ...(isDaily ? { incrs: [1, 2, 7, 14, 30].map((days) => days * 86_400), space: 60 } : { space: 70 }),
        values: (_, splits) => splits.map((seconds) => timeLabel(seconds, isDaily, half)),
      },
      {
        ...axis,
        size: 52,
        incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 1e6, 1e7],
      },
    ],
    series: [
      {},
      ...series.map(({ label, colour: name, bars: isBars }) => ({
        label,
        stroke: colour(name),
        width: isBars ? 0 : 1.75,
        points: { show: false },
        ...(isBars && bars ? { paths: bars, fill: colour(name) } : {}),
      })),
    ],
  }
}

/** As short as the step allows. */
function timeLabel(seconds: number, isDaily: boolean, half: number): string {
  const locale = preferences().language === 'fr' ? 'fr-FR' : 'en-GB'
  const moment = new Date(seconds * 1000)
  if (isDaily) return moment.toLocaleDateString(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  if (half > 43_200) return moment.toLocaleDateString(locale, { day: 'numeric', month: 'short' })
  const fine = half < 30 ? ({ second: '2-digit' } as const) : {}
  return moment.toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit', ...fine })
}
