// Finds whether one feature of the last calls differs from the baseline, by more than chance and not only for one
// account or a few subjects. Uses Fisher's exact test; docs/decisions/monitoring.md computes its error rate.
import { findMostFrequent } from '../../platform/lib/find-most-frequent.ts'
import { type CountedCall, type Histogram, newHistogram, type Side } from './series.ts'
import { type FeatureKind, noBin, type Shape } from './shape.ts'

/** The probability of a false alarm for one check of one feature. */
const alarmChance = 1e-9
/** The same for all accounts but the one that shows the change most. */
const othersChance = 1e-3
const lastingChance = 1e-3
/** Smaller differences of shares raise no alarm, however certain. */
const minDifference = 0.2
const lastingDifference = 0.1
const minBefore = 200
const minNow = 15
const minOfOthers = 10
const minSubjects = 5
const minChangedSubjects = 10

const isOn = ({ is, bin: edge }: Side, bin: number): boolean =>
  is === 'below' ? bin < edge : is === 'from' ? bin >= edge : bin !== edge

export type FeatureView = {
  feature: number
  kind: FeatureKind
  window: readonly CountedCall[]
  base: Histogram
  subjects: ReadonlyMap<string, Shape>
}

/**
 * Lists the changes in which some bins became much more frequent: for presence the bin of absent values, for a form all
 * other forms, for sizes all bins below or above a cut.
 */
function listCandidates({ kind, base }: FeatureView, now: Histogram, before: number, drawn: number) {
  const candidates: { side: Side; counts: Counts }[] = []
  const addCandidate = (side: Side, had: number, hadBefore: number) => {
    const counts = { had, drawn, hadBefore, before }
    if (toDifference(counts) >= minDifference) candidates.push({ side, counts })
  }
  if (kind === 'presence') {
    addCandidate({ is: 'below', bin: 1 }, now[0] as number, base[0] as number)
    return { tested: 1, candidates }
  }
  let [tested, below, belowBefore] = [0, 0, 0]
  for (let bin = 0; bin < base.length; bin += 1) {
    const [count, countBefore] = [now[bin] as number, base[bin] as number]
    if (count === 0 && countBefore === 0) continue
    tested += kind === 'form' ? 1 : 2
    if (kind === 'form') addCandidate({ is: 'not', bin }, drawn - count, before - countBefore)
    else if (below + belowBefore > 0) {
      addCandidate({ is: 'below', bin }, below, belowBefore)
      addCandidate({ is: 'from', bin }, drawn - below, before - belowBefore)
    }
    below += count
    belowBefore += countBefore
  }
  return { tested, candidates }
}

/** The sides with an alarm, most certain first. */
export function findShifts(view: FeatureView): Side[] {
  const now = countBins(view.window, view.feature)
  const [before, drawn] = [sum(view.base), sum(now)]
  if (before < minBefore || drawn < minNow) return []
  const { tested, candidates } = listCandidates(view, now, before, drawn)
  return candidates
    .map(({ side, counts }) => ({ side, chance: toProbability(counts) }))
    .filter(({ chance }) => chance < alarmChance / tested)
    .sort((a, b) => a.chance - b.chance)
    .map(({ side }) => side)
    .filter((side) => isOfMany(view, side))
}

/** Whether the change of an alarm still holds. */
export function isLasting(view: FeatureView, side: Side): boolean {
  const now = countBins(view.window, view.feature)
  // Not enough values: an absent field has no size.
  if (sum(now) < minNow) return false
  const counts = toCounts(side, now, view.base)
  return toDifference(counts) >= lastingDifference && toProbability(counts) < lastingChance
}

/** The calls of the window that show the change. */
export const findChanged = ({ feature, window }: FeatureView, side: Side): CountedCall[] =>
  window.filter(({ shape }) => (shape[feature] ?? noBin) !== noBin && isOn(side, shape[feature] as number))

/** Whether other accounts see the change too, or the same subjects have changed. */
function isOfMany(view: FeatureView, side: Side): boolean {
  const { feature, window, base } = view
  const changed = findChanged(view, side)
  if (new Set(changed.map(({ subject }) => subject)).size < minSubjects) return false
  const top = findMostFrequent(changed.map(({ account }) => account))
  const others = window.filter(({ account }) => account !== top)
  const counts = toCounts(side, countBins(others, feature), base)
  const isOfOthers =
    counts.drawn >= minOfOthers &&
    toDifference(counts) >= minDifference &&
    toProbability(counts) < othersChance
  return isOfOthers || haveChanged(view, side)
}

/** Whether many subjects changed to this side, and few to the other. */
function haveChanged({ feature, window, subjects }: FeatureView, side: Side): boolean {
  const latest = new Map(window.map(({ subject, shape }) => [subject, shape[feature] ?? noBin]))
  let [there, back] = [0, 0]
  for (const [subject, bin] of latest) {
    const was = subjects.get(subject)?.[feature] ?? noBin
    if (bin === noBin || was === noBin || isOn(side, was) === isOn(side, bin)) continue
    if (isOn(side, bin)) there += 1
    else back += 1
  }
  return there >= minChangedSubjects && back * 5 <= there
}

export function countBins(calls: readonly CountedCall[], feature: number): Histogram {
  const bins = newHistogram()
  for (const { shape } of calls) {
    const bin = shape[feature] ?? noBin
    // The bin `noBin` is above the histogram.
    if (bin < bins.length) bins[bin] = (bins[bin] as number) + 1
  }
  return bins
}

export const sum = (bins: Histogram): number => sumBetween(bins, 0, bins.length)

function sumBetween(bins: Histogram, from: number, to: number): number {
  let total = 0
  for (let bin = from; bin < to; bin += 1) total += bins[bin] as number
  return total
}

function onSide(bins: Histogram, { is, bin }: Side): number {
  if (is === 'below') return sumBetween(bins, 0, bin)
  return is === 'from' ? sumBetween(bins, bin, bins.length) : sum(bins) - (bins[bin] as number)
}

const toCounts = (side: Side, now: Histogram, base: Histogram): Counts => ({
  had: onSide(now, side),
  drawn: sum(now),
  hadBefore: onSide(base, side),
  before: sum(base),
})

const toDifference = ({ had, drawn, hadBefore, before }: Counts): number =>
  drawn === 0 || before === 0 ? 0 : had / drawn - hadBefore / before

const logFactorials: number[] = [0]

function logFactorial(n: number): number {
  for (let next = logFactorials.length; next <= n; next += 1)
    logFactorials.push((logFactorials[next - 1] as number) + Math.log(next))
  return logFactorials[n] as number
}

const logChoose = (n: number, k: number): number => logFactorial(n) - logFactorial(k) - logFactorial(n - k)

/** `had` of `drawn` calls of the window are on a side, and `hadBefore` of `before` calls of the baseline. */
type Counts = { had: number; drawn: number; hadBefore: number; before: number }

/** The probability of this many or more, by Fisher's exact test: exact for any share and any number. */
export function toProbability({ had, drawn, hadBefore, before }: Counts): number {
  const all = drawn + before
  const having = had + hadBefore
  const most = Math.min(drawn, having)
  const scale = logChoose(all, drawn)
  let sum = 0
  for (let k = had; k <= most; k += 1) {
    const term = Math.exp(logChoose(having, k) + logChoose(all - having, drawn - k) - scale)
    sum += term
    // An alarm is above the mean, and there the terms decrease.
    if (term < sum * 1e-12) break
  }
  return Math.min(1, sum)
}
