// The history of a watch as a line: one of its numbers over time, or how often it changed, with every change marked.
import type { Schemas } from '@quarry/sdk'
import { useMemo, useState } from 'react'
import { listLeaves } from '../differences.ts'
import { day, number, t } from '../text.ts'
import { Chart, type Mark, type Series } from '../ui/chart.tsx'
import type { Colour } from '../ui/draw-chart.ts'
import { Field } from '../ui/parts.tsx'

type Watch = Schemas['Watch']
type WatchEvent = Schemas['WatchEvent']

const colours: Record<string, Colour> = {
  changed: 'accent',
  not_compared: 'amber',
  missed: 'amber',
  paused: 'red',
}
const pathsMax = 50

const seconds = (iso: string) => Date.parse(iso) / 1000

export function WatchChart({ watch, events }: { watch: Watch; events: WatchEvent[] }) {
  const changes = useMemo(() => events.filter(({ type }) => type === 'changed'), [events])
  const numbers = useMemo(() => numbersIn(changes), [changes])
  const [chosen, setChosen] = useState<string | null>(null)
  const path = chosen ?? numbers[0] ?? ''
  const { times, series, marks } = useMemo(() => {
    const points = path === '' ? countChanges(watch, changes) : readValues(watch, changes, path)
    const line: Series = {
      label: path === '' ? t('Changes') : path,
      colour: 'blue',
      isStepped: true,
      values: points.map(([, value]) => value),
    }
    return {
      times: points.map(([time]) => time),
      series: [line],
      marks: events.map(({ at, type }): Mark => ({ at: seconds(at), colour: colours[type] ?? 'accent' })),
    }
  }, [watch, changes, events, path])
  return (
    <div className="mt-2">
      <div className="flex flex-wrap items-end justify-between gap-3 pb-1">
        {numbers.length > 0 ? (
          <div className="w-64 max-w-full">
            <Field label={t('Shown')}>
              <select className="input" value={path} onChange={(event) => setChosen(event.target.value)}>
                {numbers.map((name) => (
                  <option key={name}>{name}</option>
                ))}
                <option value="">{t('How often it changed')}</option>
              </select>
            </Field>
          </div>
        ) : (
          <span className="quiet text-[0.82rem]">{t('How often it changed')}</span>
        )}
        <Legend events={events} />
      </div>
      <Chart
        label={t('changes since {0}: {1}', day(watch.created_at), number(changes.length))}
        times={times}
        series={series}
        marks={marks}
        isFitted={path !== ''}
        heightRem={10.7}
      />
    </div>
  )
}

function Legend({ events }: { events: WatchEvent[] }) {
  const words: Record<string, string> = {
    changed: 'text-accent',
    not_compared: 'text-amber',
    missed: 'text-amber',
    paused: 'text-red',
  }
  return (
    <span className="quiet flex flex-wrap gap-3 text-[0.82rem]">
      {Object.entries(words).flatMap(([type, colour]) =>
        events.some((event) => event.type === type)
          ? [
              <span key={type}>
                <span aria-hidden="true" className={colour}>
                  ┆
                </span>{' '}
                {t(type)}
              </span>,
            ]
          : [],
      )}
    </span>
  )
}

/** Names of what is a number in some value, and not the same in all of them. */
function numbersIn(changes: WatchEvent[]): string[] {
  const seen = new Map<string, Set<unknown>>()
  for (const { before, after } of changes)
    for (const value of [before, after])
      for (const [path, leaf] of listLeaves(value))
        if (typeof leaf === 'number') seen.set(path, (seen.get(path) ?? new Set()).add(leaf))
  return [...seen].flatMap(([path, values]) => (values.size > 1 ? [path] : [])).slice(0, pathsMax)
}

type Point = [number, number | null]

/** As long as the watch goes on, what it last saw still holds. */
const findEnd = (watch: Watch, last: WatchEvent | undefined) =>
  Math.max(last ? seconds(last.at) : 0, seconds(watch.last_run_at ?? watch.created_at))

function countChanges(watch: Watch, changes: WatchEvent[]): Point[] {
  const points = changes.map(({ at }, n): Point => [seconds(at), n + 1])
  return [[seconds(watch.created_at), 0], ...points, [findEnd(watch, changes.at(-1)) + 1, changes.length]]
}

function readValues(watch: Watch, changes: WatchEvent[], path: string): Point[] {
  const numberAt = (value: unknown) => {
    const leaf = listLeaves(value).get(path)
    return typeof leaf === 'number' ? leaf : null
  }
  const [first] = changes
  const points = changes.map(({ at, after }): Point => [seconds(at), numberAt(after)])
  const start: Point[] = first ? [[seconds(watch.created_at), numberAt(first.before)]] : []
  return [...start, ...points, [findEnd(watch, changes.at(-1)) + 1, points.at(-1)?.[1] ?? null]]
}
