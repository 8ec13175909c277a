// The history of a watch as a line: one of its numbers, or the number of changes. Events are marked.
import type { Schemas } from '@quarry/sdk'
import { useMemo, useState } from 'react'
import { listLeaves } from '../differences.ts'
import { day, number, t } from '../text.ts'
import { Chart, Legend, type Mark, type Series } from '../ui/chart.tsx'
import { SelectField } from '../ui/controls.tsx'
import type { Colour } from '../ui/draw-chart.ts'

type Watch = Schemas['Watch']
type WatchEvent = Schemas['WatchEvent']

const colours: Record<string, Colour> = {
  changed: 'accent',
  not_compared: 'amber',
  missed: 'amber',
  paused: 'red',
}
const textColours = { accent: 'text-accent', amber: 'text-amber', red: 'text-red', blue: 'text-blue' }
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
            <SelectField label={t('Shown')} value={path} onChange={setChosen}>
              {numbers.map((name) => (
                <option key={name}>{name}</option>
              ))}
              <option value="">{t('Number of changes')}</option>
            </SelectField>
          </div>
        ) : (
          <span className="quiet text-[0.82rem]">{t('Number of changes')}</span>
        )}
        <Legend
          mark="┆"
          names={Object.entries(colours)
            .filter(([type]) => events.some((event) => event.type === type))
            .map(([type, colour]) => [t(type), textColours[colour]])}
        />
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

/** Paths of numbers that changed. */
function numbersIn(changes: WatchEvent[]): string[] {
  const numbers = new Map<string, Set<unknown>>()
  for (const { before, after } of changes)
    for (const value of [before, after])
      for (const [path, leaf] of listLeaves(value))
        if (typeof leaf === 'number') numbers.set(path, (numbers.get(path) ?? new Set()).add(leaf))
  return [...numbers].flatMap(([path, values]) => (values.size > 1 ? [path] : [])).slice(0, pathsMax)
}

type Point = [number, number | null]

/** The last value holds until the last run. */
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
