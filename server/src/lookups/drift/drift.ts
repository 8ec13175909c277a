// The drift alarm: adds the shapes of found records to the series in the database a few times a second, and reads the
// alarms of all servers. No call waits for it.
import { hash } from 'node:crypto'
import type { Clock } from '@quarry/kit/clock'
import type { Queryable } from '../../platform/db/statement.ts'
import { createDeduplicator } from '../../platform/lib/promises.ts'
import { runEvery } from '../../platform/lib/run.ts'
import { loopSlices, noAccount } from '../../platform/lib/slices.ts'
import { type AlarmChange, addCall, getFormBin } from './detector.ts'
import type { Alarm, Observation, Series } from './series.ts'
import { createSeriesStore, nameSeries, type SeriesKey, type StoredSeries } from './series-store.ts'
import type { Feature, Shape, Shaper } from './shape.ts'

export type RecordShape = {
  path: string
  provider: string
  form: string
  account: number
  query: unknown
  id: string
  shape: Shape
}

export type DriftAlarm = Omit<Alarm, 'side'> & { provider: string }
export type DriftChange = { kind: AlarmChange['kind']; path: string; alarm: DriftAlarm }

export type Drift = ReturnType<typeof createDrift>

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
/** The form of the series that counts the forms of a provider. */
const anyForm = ''
const formFeatures: readonly Feature[] = [{ field: '', kind: 'form' }]
const formSignature = 'forms'

type PendingObservation = Observation & { form: string }

type SeriesWork = { key: SeriesKey; observations: PendingObservation[] }

type DriftState = ReturnType<typeof createState>

const createState = (options: DriftOptions) => ({
  ...options,
  store: createSeriesStore(options.pool),
  isSampled: createSampling(),
  pending: new Map<string, SeriesWork>(),
  waiting: 0,
  dropped: 0,
  version: 0,
  reportedAt: Number.NEGATIVE_INFINITY,
  /** The alarms of all servers, by endpoint path. */
  shown: new Map<string, DriftAlarm[]>(),
})

export function createDrift(options: DriftOptions) {
  const state = createState(options)
  const shareRefresh = createDeduplicator<void>()
  const refreshOnce = () => shareRefresh('', () => refresh(state))
  let stop = async () => {}
  return {
    /** Never throws, and no caller waits for it. */
    observe({ path, provider, form, account, query, id, shape }: RecordShape): void {
      const shaper = state.shapers.get(path)
      if (!shaper || state.waiting >= maxPending) {
        state.dropped += 1
        return
      }
      if (!state.isSampled(`${path} ${provider}`)) return
      const { signature } = shaper
      const observation = { account, subject: hashSubject(query), id, shape, form }
      add(state, { path, provider, form: form === anyForm ? '-' : form, signature }, observation)
      add(state, { path, provider, form: anyForm, signature: formSignature }, observation)
    },
    getAlarms: (path: string): readonly DriftAlarm[] => state.shown.get(path) ?? [],
    /** Changes when an alarm begins or ends. */
    version: () => state.version,
    stats: () => ({
      dropped: state.dropped,
      alarms: [...state.shown].flatMap(([path, alarms]) => alarms.map((alarm) => ({ path, alarm }))),
    }),
    /** Writes the observations and reads the alarms of all servers. */
    refresh: refreshOnce,
    async start(): Promise<void> {
      const onError = (error: unknown) => reportError(state, error)
      await refreshOnce().catch(onError)
      const tick = async () => {
        // A single server has no other alarms than those it wrote.
        if (state.waiting > 0 || !options.alone) await refreshOnce()
      }
      stop = runEvery(tickMs, tick, onError)
    },
    async close(): Promise<void> {
      await stop()
      // The second refresh writes what was observed during the first one.
      await refreshOnce().then(refreshOnce).catch(options.onError)
    },
  }
}

function add(state: DriftState, key: SeriesKey, observation: PendingObservation): void {
  const name = nameSeries(key)
  const existing = state.pending.get(name)
  if (existing) existing.observations.push(observation)
  else state.pending.set(name, { key, observations: [observation] })
  state.waiting += 1
}

async function refresh(state: DriftState): Promise<void> {
  // Alarms of other servers are read even if the write fails.
  try {
    if (state.waiting > 0) await flush(state)
  } finally {
    await readAlarms(state)
  }
}

async function flush(state: DriftState): Promise<void> {
  let work = [...state.pending.values()]
  state.pending = new Map()
  state.waiting = 0
  try {
    for (let tries = 0; work.length > 0 && tries < maxTries; tries += 1) work = await write(state, work)
    state.dropped += work.reduce((sum, { observations }) => sum + observations.length, 0)
  } catch (error) {
    for (const { key, observations } of work)
      for (const observation of observations) if (state.waiting < maxPending) add(state, key, observation)
    throw error
  }
}

/** Returns the calls of series that another server has changed meanwhile; they are added again. */
async function write(state: DriftState, work: readonly SeriesWork[]): Promise<SeriesWork[]> {
  const results: { stored: StoredSeries; changes: AlarmChange[]; observations: PendingObservation[] }[] = []
  for (const { key, observations } of work) {
    const stored = await state.store.take(key)
    results.push({ stored, changes: await apply(state, key, stored.series, observations), observations })
  }
  const written = await state.store.write(results.map(({ stored }) => stored))
  return results.flatMap(({ stored, changes, observations }) => {
    if (!written.has(stored)) return [{ key: stored.key, observations }]
    for (const { kind, alarm } of changes)
      state.onChange({ kind, path: stored.key.path, alarm: toDriftAlarm(stored.key, alarm) })
    return []
  })
}

/** Adds the calls in slices of the event loop: judging every tenth call, field by field, takes long. */
async function apply(
  { shapers, clock }: DriftOptions,
  key: SeriesKey,
  series: Series,
  observations: readonly PendingObservation[],
): Promise<AlarmChange[]> {
  const isForms = key.form === anyForm
  const features = isForms ? formFeatures : (shapers.get(key.path)?.features ?? [])
  const judged = { features, form: key.form, nowMs: clock().getTime() }
  const pause = loopSlices.pacer(noAccount)
  const changes: AlarmChange[] = []
  for (const { form, ...one } of observations) {
    await pause()
    // A copy: if another server wrote first, the call is added again to that server's series.
    const shape = isForms ? new Uint8Array([getFormBin(series, form)]) : one.shape.slice()
    changes.push(...addCall(series, { ...one, shape }, judged))
  }
  return changes
}

async function readAlarms(state: DriftState): Promise<void> {
  const rows = await state.store.readAlarms()
  const current = rows.filter(
    ({ key }) =>
      key.signature === (key.form === anyForm ? formSignature : state.shapers.get(key.path)?.signature),
  )
  const next = new Map<string, DriftAlarm[]>()
  for (const { key, alarms } of current)
    next.set(key.path, [...(next.get(key.path) ?? []), ...alarms.map((alarm) => toDriftAlarm(key, alarm))])
  if (JSON.stringify([...next]) !== JSON.stringify([...state.shown])) state.version += 1
  state.shown = next
}

const sampledPerSecond = 50
const sampledBurst = 1_000

/**
 * Creates a function that decides whether the next record of a name is observed. Fifty a second show a change as well as
 * all records of a busy provider; quiet providers and bursts are observed completely.
 */
export function createSampling(nowMs: () => number = () => performance.now()): (name: string) => boolean {
  const budgets = new Map<string, { left: number; atMs: number }>()
  return (name) => {
    const now = nowMs()
    const budget = budgets.get(name) ?? { left: sampledBurst, atMs: now }
    budgets.set(name, budget)
    budget.left = Math.min(sampledBurst, budget.left + ((now - budget.atMs) * sampledPerSecond) / 1000)
    budget.atMs = now
    if (budget.left < 1) return false
    budget.left -= 1
    return true
  }
}

function reportError(state: DriftState, error: unknown): void {
  if (performance.now() - state.reportedAt < errorIntervalMs) return
  state.reportedAt = performance.now()
  state.onError(error)
}

const hashSubject = (query: unknown): string =>
  hash('sha1', JSON.stringify(query) ?? '', 'base64url').slice(0, 10)

/** Removes the example requests, which only their callers may see. */
export const toPublicAlarm = ({ examples: _, ...alarm }: DriftAlarm) => alarm

function toDriftAlarm({ provider }: SeriesKey, { side: _, ...alarm }: Alarm): DriftAlarm {
  return { provider, ...alarm }
}
