// The drift alarm: adds the shapes of found records to the series in the database a few times a second, and knows the
// alarms of all servers. No answer waits for it.

import { createHash } from 'node:crypto'
import type { Clock } from '@quarry/kit/clock'
import type { Queryable } from '../db/statement.ts'
import { loopTurns } from '../lib/turns.ts'
import { addCall, type Change, getFormBin } from './detector.ts'
import { createSampling } from './sampling.ts'
import type { Alarm, Observation, Series } from './series.ts'
import { createStore, type SeriesKey, type Stored } from './series-store.ts'
import type { Feature, Shape, Shaper } from './shape.ts'

export type Sighting = {
  path: string
  provider: string
  form: string
  account: number
  query: unknown
  id: string
  shape: Shape
}

export type DriftAlarm = Omit<Alarm, 'side'> & { provider: string }
export type DriftChange = { kind: Change['kind']; path: string; alarm: DriftAlarm }

export type Drift = {
  /** Never throws or waits. */
  observe: (sighting: Sighting) => void
  getAlarms: (path: string) => readonly DriftAlarm[]
  /** Changes when an alarm begins or ends. */
  version: () => number
  stats: () => { dropped: number; alarms: { path: string; alarm: DriftAlarm }[] }
  /** Writes the observations and reads the alarms of all servers. */
  refresh: () => Promise<void>
  start: () => Promise<void>
  close: () => Promise<void>
}

export type DriftOptions = {
  pool: Queryable
  clock: Clock
  /** By endpoint path. */
  shapers: ReadonlyMap<string, Shaper>
  /** Called on the server that found the change. */
  onChange: (change: DriftChange) => void
  onError: (error: unknown) => void
  /** No other server uses the database. */
  alone?: boolean
}

const tickMs = 400
/** Database errors are reported at most once in this time. */
const errorIntervalMs = 60_000
const maxPending = 5_000
const maxTries = 5
const operator = 0
/** The form of the series that counts the forms of a provider. */
const anyForm = ''
const formFeatures: readonly Feature[] = [{ field: '', kind: 'form' }]
const formSignature = 'forms'

type Pending = Omit<Observation, 'shape'> & { form: string; shape: Shape }

export function createDrift(options: DriftOptions): Drift {
  const { clock, shapers, onChange, onError, alone = false } = options
  const store = createStore(options.pool)
  const isSampled = createSampling()
  let pending = new Map<string, { key: SeriesKey; seen: Pending[] }>()
  let waiting = 0
  let dropped = 0
  let version = 0
  let reportedAt = Number.NEGATIVE_INFINITY
  let shown = new Map<string, DriftAlarm[]>()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null

  function add(key: SeriesKey, seen: Pending): void {
    const name = toName(key)
    const known = pending.get(name)
    if (known) known.seen.push(seen)
    else pending.set(name, { key, seen: [seen] })
    waiting += 1
  }

  /** Adds calls in turns of the event loop: every tenth call is judged field by field. */
  async function apply(key: SeriesKey, series: Series, seen: readonly Pending[]): Promise<Change[]> {
    const isForms = key.form === anyForm
    const features = isForms ? formFeatures : (shapers.get(key.path)?.features ?? [])
    const judged = { features, form: key.form, nowMs: clock().getTime() }
    const pause = loopTurns.pacer(operator)
    const changes: Change[] = []
    for (const { form, ...one } of seen) {
      await pause()
      // A copy: where another server wrote first, the call is added again to its series.
      const shape = isForms ? new Uint8Array([getFormBin(series, form)]) : one.shape.slice()
      changes.push(...addCall(series, { ...one, shape }, judged))
    }
    return changes
  }

  async function write(work: { key: SeriesKey; seen: Pending[] }[]): Promise<typeof work> {
    const results: { stored: Stored; changes: Change[]; seen: Pending[] }[] = []
    for (const { key, seen } of work) {
      const stored = await store.take(key)
      results.push({ stored, changes: await apply(key, stored.series, seen), seen })
    }
    const written = await store.write(results.map(({ stored }) => stored))
    return results.flatMap(({ stored, changes, seen }) => {
      if (!written.has(stored)) return [{ key: stored.key, seen }]
      for (const { kind, alarm } of changes)
        onChange({ kind, path: stored.key.path, alarm: toDriftAlarm(stored.key, alarm) })
      return []
    })
  }

  async function flush(): Promise<void> {
    let work = [...pending.values()]
    pending = new Map()
    waiting = 0
    try {
      for (let tries = 0; work.length > 0 && tries < maxTries; tries += 1) work = await write(work)
      dropped += work.reduce((sum, { seen }) => sum + seen.length, 0)
    } catch (error) {
      for (const { key, seen } of work) for (const one of seen) if (waiting < maxPending) add(key, one)
      throw error
    }
  }

  async function show(): Promise<void> {
    const rows = await store.readAlarms()
    const current = rows.filter(
      ({ key }) =>
        key.signature === (key.form === anyForm ? formSignature : shapers.get(key.path)?.signature),
    )
    const next = new Map<string, DriftAlarm[]>()
    for (const { key, alarms } of current)
      next.set(key.path, [...(next.get(key.path) ?? []), ...alarms.map((alarm) => toDriftAlarm(key, alarm))])
    if (JSON.stringify([...next]) !== JSON.stringify([...shown])) version += 1
    shown = next
  }

  async function work(): Promise<void> {
    // Alarms of other servers are read even if the write fails.
    try {
      if (waiting > 0) await flush()
    } finally {
      await show()
    }
  }
  function refresh(): Promise<void> {
    running ??= work().finally(() => {
      running = null
    })
    return running
  }

  function reportError(error: unknown): void {
    if (performance.now() - reportedAt < errorIntervalMs) return
    reportedAt = performance.now()
    onError(error)
  }

  return {
    observe({ path, provider, form, account, query, id, shape }) {
      const shaper = shapers.get(path)
      if (!shaper || waiting >= maxPending) {
        dropped += 1
        return
      }
      if (!isSampled(`${path} ${provider}`)) return
      const seen = { account, subject: hashSubject(query), id, shape, form }
      add({ path, provider, form: form === anyForm ? '-' : form, signature: shaper.signature }, seen)
      add({ path, provider, form: anyForm, signature: formSignature }, seen)
    },
    getAlarms: (path) => shown.get(path) ?? [],
    version: () => version,
    stats: () => ({
      dropped,
      alarms: [...shown].flatMap(([path, alarms]) => alarms.map((alarm) => ({ path, alarm }))),
    }),
    refresh,
    async start() {
      await refresh().catch(reportError)
      timer = setInterval(() => {
        // A single server has no other alarms than those it wrote.
        if (waiting > 0 || !alone) refresh().catch(reportError)
      }, tickMs).unref()
    },
    async close() {
      clearInterval(timer)
      // Twice: for observations during the first refresh.
      await refresh().then(refresh).catch(onError)
    },
  }
}

const toName = ({ path, provider, form }: SeriesKey): string => `${path} ${provider} ${form}`

const hashSubject = (query: unknown): string =>
  createHash('sha1')
    .update(JSON.stringify(query) ?? '')
    .digest('base64url')
    .slice(0, 10)

/** Without the requests that show it, which only their callers may see. */
export const toPublicAlarm = ({ examples: _, ...alarm }: DriftAlarm) => alarm

function toDriftAlarm({ provider }: SeriesKey, { side: _, ...alarm }: Alarm): DriftAlarm {
  return { provider, ...alarm }
}
