// The drift alarm of a server: takes what is seen of records, adds it to the series in the database a few times a second
// and knows the alarms of all servers. Nothing of it is on the way of an answer.

import { createHash } from 'node:crypto'
import type { Clock } from '@quarry/kit/clock'
import type { Queryable } from '../db/statement.ts'
import { loopTurns } from '../lib/turns.ts'
import { addCall, type Change, formBin } from './detector.ts'
import { createSampling } from './sampling.ts'
import type { Alarm, Observation, Series } from './series.ts'
import { createStore, type SeriesKey, type Stored } from './series-store.ts'
import type { Feature, Shape, Shaper } from './shape.ts'

/** One record as it was read. */
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
  /** Never throws and never waits. */
  observe: (sighting: Sighting) => void
  /** Of an endpoint; none for most. */
  getAlarms: (path: string) => readonly DriftAlarm[]
  /** Another number whenever an alarm has begun or ended. */
  version: () => number
  stats: () => { dropped: number; alarms: { path: string; alarm: DriftAlarm }[] }
  /** Writes what was seen and reads the alarms of all servers. */
  refresh: () => Promise<void>
  start: () => Promise<void>
  close: () => Promise<void>
}

export type DriftOptions = {
  pool: Queryable
  clock: Clock
  /** Of each endpoint, by its path. */
  shapers: ReadonlyMap<string, Shaper>
  /** Told by the one server that found it. */
  onChange: (change: DriftChange) => void
  onError: (error: unknown) => void
  /** No other server uses the database. */
  alone?: boolean
}

const tickMs = 400
/** While the database is away that is said once in so long. */
const complaintMs = 60_000
const maxPending = 5_000
const maxTries = 5
const operator = 0
/** The series that counts the forms of a provider has none itself. */
const anyForm = ''
const formFeatures: readonly Feature[] = [{ field: '', kind: 'form' }]
const formSignature = 'forms'

type Pending = Omit<Observation, 'shape'> & { form: string; shape: Shape }

export function createDrift(options: DriftOptions): Drift {
  const { clock, shapers, onChange, onError, alone = false } = options
  const store = createStore(options.pool)
  const looksAt = createSampling()
  let pending = new Map<string, { key: SeriesKey; seen: Pending[] }>()
  let waiting = 0
  let dropped = 0
  let version = 0
  let complainedAt = Number.NEGATIVE_INFINITY
  let shown = new Map<string, DriftAlarm[]>()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null

  function add(key: SeriesKey, seen: Pending): void {
    const name = nameOf(key)
    const known = pending.get(name)
    if (known) known.seen.push(seen)
    else pending.set(name, { key, seen: [seen] })
    waiting += 1
  }

  /** Adds calls to a series; a turn at a time, since each tenth call is judged field by field. */
  async function apply(key: SeriesKey, series: Series, seen: readonly Pending[]): Promise<Change[]> {
    const isForms = key.form === anyForm
    const features = isForms ? formFeatures : (shapers.get(key.path)?.features ?? [])
    const judged = { features, form: key.form, nowMs: clock().getTime() }
    const pause = loopTurns.pacer(operator)
    const changes: Change[] = []
    for (const { form, ...one } of seen) {
      await pause()
      // A copy: where another server was first it is added again, to what that one wrote.
      const shape = isForms ? new Uint8Array([formBin(series, form)]) : one.shape.slice()
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
        onChange({ kind, path: stored.key.path, alarm: shownAlarm(stored.key, alarm) })
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
      next.set(key.path, [...(next.get(key.path) ?? []), ...alarms.map((alarm) => shownAlarm(key, alarm))])
    if (JSON.stringify([...next]) !== JSON.stringify([...shown])) version += 1
    shown = next
  }

  async function work(): Promise<void> {
    // Both, also where the first fails: what others found is still to be shown.
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

  function complain(error: unknown): void {
    if (performance.now() - complainedAt < complaintMs) return
    complainedAt = performance.now()
    onError(error)
  }

  return {
    observe({ path, provider, form, account, query, id, shape }) {
      const shaper = shapers.get(path)
      if (!shaper || waiting >= maxPending) {
        dropped += 1
        return
      }
      if (!looksAt(`${path} ${provider}`)) return
      const seen = { account, subject: subjectOf(query), id, shape, form }
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
      await refresh().catch(complain)
      timer = setInterval(() => {
        // Alone there are no alarms but those that were written here.
        if (waiting > 0 || !alone) refresh().catch(complain)
      }, tickMs).unref()
    },
    async close() {
      clearInterval(timer)
      // Twice: what was seen while the first was under way.
      await refresh().then(refresh).catch(onError)
    },
  }
}

const nameOf = ({ path, provider, form }: SeriesKey): string => `${path} ${provider} ${form}`

const subjectOf = (query: unknown): string =>
  createHash('sha1')
    .update(JSON.stringify(query) ?? '')
    .digest('base64url')
    .slice(0, 10)

/** Without the requests that show it, which only their callers may see. */
export const toPublicAlarm = ({ examples: _, ...alarm }: DriftAlarm) => alarm

function shownAlarm({ provider }: SeriesKey, { side: _, ...alarm }: Alarm): DriftAlarm {
  return { provider, ...alarm }
}
