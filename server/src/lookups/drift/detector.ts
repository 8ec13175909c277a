// Adds calls to a series one by one, maintains its window and baseline, and finds which alarms begin and end. Changes
// only the series. Windows are counted in calls, so that quiet and busy endpoints are judged alike.
import { countBins, type FeatureView, findChanged, findShifts, isLasting, sum } from './find-shift.ts'
import {
  type Alarm,
  type CountedCall,
  type Histogram,
  newHistogram,
  type Observation,
  type Series,
  type Side,
} from './series.ts'
import { type Feature, noBin, toSize } from './shape.ts'

const windowCalls = 100
/** Older calls leave the window, even if it is not full. */
const windowSpan = 300
/** Calls of one subject that count in a window: one popular subject must not raise an alarm. */
const perSubject = 8
const judgedEvery = 10
/** Above this many calls all counts of the baseline are halved. */
const maxBaselineCalls = 10_000
const halvedEvery = 1_000
const maxSubjects = 200
const maxForms = 50
const maxExamples = 5
/** After this time a change becomes the new baseline. */
const acceptedAfterMs = 7 * 86_400_000

export type AlarmChange = { kind: 'begun' | 'ended'; alarm: Alarm }

export type JudgeInput = {
  features: readonly Feature[]
  /** The form of the series; empty for the one that counts forms. */
  form: string
  nowMs: number
}

/** Adds one call; returns the alarms that begin or end with it. */
export function addCall(series: Series, observation: Observation, judged: JudgeInput): AlarmChange[] {
  series.calls += 1
  const { window, calls } = series
  const ofSubject = window.filter(
    ({ subject, call }) => subject === observation.subject && call > calls - windowCalls,
  )
  // Calls that do not count in the window do not count in the baseline either.
  if (ofSubject.length < perSubject) window.push({ ...observation, call: calls })
  while (window[0] && (window.length > windowCalls || window[0].call <= calls - windowSpan))
    leaveWindow(series, window.shift() as CountedCall, judged.features.length)
  if (calls % halvedEvery === 0) halveCounts(series.base)
  return calls % judgedEvery === 0 ? judge(series, judged) : []
}

/** Moves a call to the baseline, except for features with an alarm: a fault must not become the baseline. */
function leaveWindow(series: Series, { subject, shape }: CountedCall, features: number): void {
  const alarmed = new Set([...series.alarms.keys()].map((key) => Number.parseInt(key, 10)))
  for (let feature = 0; feature < features; feature += 1) {
    const bin = shape[feature] ?? noBin
    const bins = series.base[feature] ?? newHistogram()
    series.base[feature] = bins
    if (bin !== noBin && !alarmed.has(feature)) bins[bin] = (bins[bin] as number) + 1
  }
  if (alarmed.size > 0) return
  series.subjects.delete(subject)
  series.subjects.set(subject, shape)
  const [oldest] = series.subjects.keys()
  if (series.subjects.size > maxSubjects && oldest !== undefined) series.subjects.delete(oldest)
}

function halveCounts(base: readonly Histogram[]): void {
  for (const bins of base) {
    if (sum(bins) > maxBaselineCalls) for (const bin of bins.keys()) bins[bin] = (bins[bin] as number) >> 1
  }
}

function judge(series: Series, judged: JudgeInput): AlarmChange[] {
  return judged.features.flatMap((feature, index) => {
    const { window, subjects } = series
    const view = {
      feature: index,
      kind: feature.kind,
      window,
      base: series.base[index] ?? newHistogram(),
      subjects,
    }
    return [...endAlarms(series, view, judged), ...beginAlarms(series, view, feature, judged)]
  })
}

function endAlarms(series: Series, view: FeatureView, { nowMs }: JudgeInput): AlarmChange[] {
  return [...series.alarms].flatMap(([key, alarm]): AlarmChange[] => {
    if (Number.parseInt(key, 10) !== view.feature) return []
    const isAccepted = nowMs - Date.parse(alarm.since) > acceptedAfterMs
    if (!isAccepted && isLasting(view, alarm.side)) {
      alarm.now = toLevel(countBins(view.window, view.feature), view, alarm.side)
      return []
    }
    series.alarms.delete(key)
    if (isAccepted) resetBaseline(series, view.feature)
    return [{ kind: 'ended', alarm }]
  })
}

function resetBaseline({ base, window }: Series, feature: number): void {
  base[feature] = newHistogram()
  for (const { shape } of window) shape[feature] = noBin
}

function beginAlarms(series: Series, view: FeatureView, { field, kind }: Feature, judged: JudgeInput) {
  const isForm = kind === 'form'
  const hasAlarm = [...series.alarms.keys()].some((key) => Number.parseInt(key, 10) === view.feature)
  // One alarm per field; one for each form.
  if (hasAlarm && !isForm) return []
  const shifts = findShifts(view)
  return (isForm ? shifts : shifts.slice(0, 1)).flatMap((side): AlarmChange[] => {
    const key = isForm ? `${view.feature} ${side.bin}` : String(view.feature)
    if (series.alarms.has(key)) return []
    const changed = findChanged(view, side)
    const alarm: Alarm = {
      field: isForm ? null : field,
      form: isForm ? (series.forms[side.bin] ?? '') : judged.form,
      kind,
      since: new Date(judged.nowMs).toISOString(),
      baseline: toLevel(view.base, view, side),
      now: toLevel(countBins(view.window, view.feature), view, side),
      examples: [...new Set(changed.map(({ id }) => id))].slice(-maxExamples),
      side,
    }
    series.alarms.set(key, alarm)
    return [{ kind: 'begun', alarm }]
  })
}

/** A share for presence and forms, otherwise the median size. */
function toLevel(bins: Histogram, { kind }: FeatureView, side: Side): number {
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

/** The bin of a form; forms above the bound share one. */
export function getFormBin({ forms }: Series, form: string): number {
  const index = forms.indexOf(form)
  if (index !== -1) return index
  return forms.length < maxForms ? forms.push(form) - 1 : maxForms
}
