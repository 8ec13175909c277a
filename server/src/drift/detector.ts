// The detector: takes the calls of a series one by one, keeps window and baseline, and says which alarms begin and end.
// Pure but for the series it is given; judged by calls, so that a quiet endpoint and a busy one are judged alike.
import { countBins, findChanged, findShifts, isLasting, type Look, sum } from './find-shift.ts'
import {
  type Alarm,
  type Histogram,
  newHistogram,
  type Observation,
  type Seen,
  type Series,
  type Side,
} from './series.ts'
import { type Feature, none, toSize } from './shape.ts'

const windowCalls = 100
/** What is older is no longer now, however few calls of other subjects came since. */
const windowSpan = 300
/** Of one subject so many of a window's calls count: nobody is alarmed by what is asked for again and again. */
const perSubject = 8
const judgedEvery = 10
/** The baseline forgets: at this many calls all counts are halved. */
const mostBefore = 10_000
const forgottenEvery = 1_000
const mostSubjects = 200
const mostForms = 50
const mostExamples = 5
/** A change that lasts so long is how things are. */
const acceptedAfterMs = 7 * 86_400_000

export type Change = { kind: 'begun' | 'ended'; alarm: Alarm }

export type Judged = {
  features: readonly Feature[]
  /** The form of the series; empty for the one that counts forms. */
  form: string
  nowMs: number
}

/** Adds one call; answers what begins and ends with it. */
export function addCall(series: Series, observation: Observation, judged: Judged): Change[] {
  series.calls += 1
  const { window, calls } = series
  const own = window.filter(
    ({ subject, call }) => subject === observation.subject && call > calls - windowCalls,
  )
  // What does not count for the window does not for the baseline either: both are drawn in the same way.
  if (own.length < perSubject) window.push({ ...observation, call: calls })
  while (window[0] && (window.length > windowCalls || window[0].call <= calls - windowSpan))
    leaveWindow(series, window.shift() as Seen, judged.features.length)
  if (calls % forgottenEvery === 0) forget(series.base)
  return calls % judgedEvery === 0 ? judge(series, judged) : []
}

/** A call becomes part of the baseline, but for what is alarmed: a fault must never become the measure. */
function leaveWindow(series: Series, { subject, shape }: Seen, features: number): void {
  const alarmed = new Set([...series.alarms.keys()].map((key) => Number.parseInt(key, 10)))
  for (let feature = 0; feature < features; feature += 1) {
    const bin = shape[feature] ?? none
    const bins = series.base[feature] ?? newHistogram()
    series.base[feature] = bins
    if (bin !== none && !alarmed.has(feature)) bins[bin] = (bins[bin] as number) + 1
  }
  if (alarmed.size > 0) return
  series.subjects.delete(subject)
  series.subjects.set(subject, shape)
  const [longest] = series.subjects.keys()
  if (series.subjects.size > mostSubjects && longest !== undefined) series.subjects.delete(longest)
}

function forget(base: readonly Histogram[]): void {
  for (const bins of base) {
    if (sum(bins) > mostBefore) for (const bin of bins.keys()) bins[bin] = (bins[bin] as number) >> 1
  }
}

function judge(series: Series, judged: Judged): Change[] {
  return judged.features.flatMap((feature, index) => {
    const { window, subjects } = series
    const look = {
      feature: index,
      kind: feature.kind,
      window,
      base: series.base[index] ?? newHistogram(),
      subjects,
    }
    return [...endings(series, look, judged), ...beginnings(series, look, feature, judged)]
  })
}

function endings(series: Series, look: Look, { nowMs }: Judged): Change[] {
  return [...series.alarms].flatMap(([key, alarm]): Change[] => {
    if (Number.parseInt(key, 10) !== look.feature) return []
    const isAccepted = nowMs - Date.parse(alarm.since) > acceptedAfterMs
    if (!isAccepted && isLasting(look, alarm.side)) {
      alarm.now = levelOf(countBins(look.window, look.feature), look, alarm.side)
      return []
    }
    series.alarms.delete(key)
    if (isAccepted) learnAnew(series, look.feature)
    return [{ kind: 'ended', alarm }]
  })
}

/** Nothing of before counts any more, neither in the baseline nor in the window. */
function learnAnew({ base, window }: Series, feature: number): void {
  base[feature] = newHistogram()
  for (const { shape } of window) shape[feature] = none
}

function beginnings(series: Series, look: Look, { field, kind }: Feature, judged: Judged): Change[] {
  const isForm = kind === 'form'
  const known = [...series.alarms.keys()].some((key) => Number.parseInt(key, 10) === look.feature)
  // Of one field one alarm is enough; of forms each has its own.
  if (known && !isForm) return []
  const shifts = findShifts(look)
  return (isForm ? shifts : shifts.slice(0, 1)).flatMap((side): Change[] => {
    const key = isForm ? `${look.feature} ${side.bin}` : String(look.feature)
    if (series.alarms.has(key)) return []
    const contrary = findChanged(look, side)
    const alarm: Alarm = {
      field: isForm ? null : field,
      form: isForm ? (series.forms[side.bin] ?? '') : judged.form,
      kind,
      since: new Date(judged.nowMs).toISOString(),
      baseline: levelOf(look.base, look, side),
      now: levelOf(countBins(look.window, look.feature), look, side),
      examples: [...new Set(contrary.map(({ id }) => id))].slice(-mostExamples),
      side,
    }
    series.alarms.set(key, alarm)
    return [{ kind: 'begun', alarm }]
  })
}

/** A share for what is there or not, else about the size of the one in the middle. */
function levelOf(bins: Histogram, { kind }: Look, side: Side): number {
  const all = sum(bins)
  if (all === 0) return 0
  const share = (bin: number) => Math.round(((bins[bin] ?? 0) / all) * 1000) / 1000
  if (kind === 'presence') return share(1)
  if (kind === 'form') return share(side.bin)
  let passed = 0
  for (const [bin, count] of bins.entries()) {
    passed += count
    if (passed * 2 >= all) return toSize(kind, bin)
  }
  return 0
}

/** The bin of a form; forms beyond the bound are not told apart. */
export function formBin({ forms }: Series, form: string): number {
  const known = forms.indexOf(form)
  if (known !== -1) return known
  return forms.length < mostForms ? forms.push(form) - 1 : mostForms
}
