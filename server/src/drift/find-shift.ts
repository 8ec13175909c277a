// Whether one feature of the last calls differs from before, by more than chance and by more than one account's or a
// few subjects' doing. The test is Fisher's; docs/decisions/monitoring.md computes how often it is wrong.
import { chanceOfSoMany } from './fisher.ts'
import { type Histogram, newHistogram, type Seen, type Side } from './series.ts'
import { type Kind, none, type Shape } from './shape.ts'

/** How likely a single look at a single feature may be to raise an alarm where nothing changed. */
const alarmChance = 1e-9
/** What remains without the account that shows it most has to be unlikely, too; it was not chosen among many. */
const othersChance = 1e-3
const lastingChance = 1e-3
/** A smaller difference, of shares, is nobody's alarm however sure it is. */
const leastDifference = 0.2
const lastingDifference = 0.1
const fewestBefore = 200
const fewestNow = 15
const fewestOfOthers = 10
const fewestSubjects = 5
const fewestChangedSubjects = 10

const isOn = ({ is, bin: edge }: Side, bin: number): boolean =>
  is === 'below' ? bin < edge : is === 'from' ? bin >= edge : bin !== edge

type Counts = { had: number; drawn: number; hadBefore: number; before: number }

export type Look = {
  feature: number
  kind: Kind
  window: readonly Seen[]
  base: Histogram
  subjects: ReadonlyMap<string, Shape>
}

type Candidates = { of: number; likely: { side: Side; counts: Counts }[] }

/** Fewer that are there; fewer of each form; sizes on either side of any cut: those of which there are many more now. */
function candidatesOf({ kind, base }: Look, now: Histogram, before: number, drawn: number): Candidates {
  const likely: Candidates['likely'] = []
  const consider = (side: Side, had: number, hadBefore: number) => {
    const counts = { had, drawn, hadBefore, before }
    if (differenceOf(counts) >= leastDifference) likely.push({ side, counts })
  }
  if (kind === 'presence') {
    consider({ is: 'below', bin: 1 }, now[0] as number, base[0] as number)
    return { of: 1, likely }
  }
  let [of, below, belowBefore] = [0, 0, 0]
  for (let bin = 0; bin < base.length; bin += 1) {
    const [count, countBefore] = [now[bin] as number, base[bin] as number]
    if (count === 0 && countBefore === 0) continue
    of += kind === 'form' ? 1 : 2
    if (kind === 'form') consider({ is: 'not', bin }, drawn - count, before - countBefore)
    else if (below + belowBefore > 0) {
      consider({ is: 'below', bin }, below, belowBefore)
      consider({ is: 'from', bin }, drawn - below, before - belowBefore)
    }
    below += count
    belowBefore += countBefore
  }
  return { of, likely }
}

/** The sides to be alarmed about, the surest first. */
export function findShifts(look: Look): Side[] {
  const now = countBins(look.window, look.feature)
  const [before, drawn] = [sum(look.base), sum(now)]
  if (before < fewestBefore || drawn < fewestNow) return []
  const { of, likely } = candidatesOf(look, now, before, drawn)
  return likely
    .map(({ side, counts }) => ({ side, chance: chanceOf(counts) }))
    .filter(({ chance }) => chance < alarmChance / of)
    .sort((a, b) => a.chance - b.chance)
    .map(({ side }) => side)
    .filter((side) => isOfMany(look, side))
}

/** Whether what an alarm was raised for still holds. */
export function isLasting(look: Look, side: Side): boolean {
  const now = countBins(look.window, look.feature)
  // Nothing to judge by: a field that is not there has no size.
  if (sum(now) < fewestNow) return false
  const counts = countsOf(side, now, look.base)
  return differenceOf(counts) >= lastingDifference && chanceOf(counts) < lastingChance
}

/** The calls of the window that show it. */
export const findChanged = ({ feature, window }: Look, side: Side): Seen[] =>
  window.filter(({ shape }) => (shape[feature] ?? none) !== none && isOn(side, shape[feature] as number))

/** Not one account's odd subjects: others see it as well, or the same subjects have changed. */
function isOfMany(look: Look, side: Side): boolean {
  const { feature, window, base } = look
  const contrary = findChanged(look, side)
  if (new Set(contrary.map(({ subject }) => subject)).size < fewestSubjects) return false
  const top = mostOften(contrary.map(({ account }) => account))
  const others = countBins(
    window.filter(({ account }) => account !== top),
    feature,
  )
  const counts = countsOf(side, others, base)
  const isOfOthers =
    counts.drawn >= fewestOfOthers &&
    differenceOf(counts) >= leastDifference &&
    chanceOf(counts) < othersChance
  return isOfOthers || haveChanged(look, side)
}

/** The same subjects, before and now: that many went one way, and hardly any the other. */
function haveChanged({ feature, window, subjects }: Look, side: Side): boolean {
  const latest = new Map(window.map(({ subject, shape }) => [subject, shape[feature] ?? none]))
  let [there, back] = [0, 0]
  for (const [subject, bin] of latest) {
    const was = subjects.get(subject)?.[feature] ?? none
    if (bin === none || was === none || isOn(side, was) === isOn(side, bin)) continue
    if (isOn(side, bin)) there += 1
    else back += 1
  }
  return there >= fewestChangedSubjects && back * 5 <= there
}

export function countBins(seen: readonly Seen[], feature: number): Histogram {
  const bins = newHistogram()
  for (const { shape } of seen) {
    const bin = shape[feature] ?? none
    // Past its end, where `none` is, nothing is counted.
    if (bin < bins.length) bins[bin] = (bins[bin] as number) + 1
  }
  return bins
}

export const sum = (bins: Histogram): number => between(bins, 0, bins.length)

function between(bins: Histogram, from: number, to: number): number {
  let total = 0
  for (let bin = from; bin < to; bin += 1) total += bins[bin] as number
  return total
}

function onSide(bins: Histogram, { is, bin }: Side): number {
  if (is === 'below') return between(bins, 0, bin)
  return is === 'from' ? between(bins, bin, bins.length) : sum(bins) - (bins[bin] as number)
}

const countsOf = (side: Side, now: Histogram, base: Histogram): Counts => ({
  had: onSide(now, side),
  drawn: sum(now),
  hadBefore: onSide(base, side),
  before: sum(base),
})

const differenceOf = ({ had, drawn, hadBefore, before }: Counts): number =>
  drawn === 0 || before === 0 ? 0 : had / drawn - hadBefore / before

const chanceOf = ({ had, drawn, hadBefore, before }: Counts): number =>
  chanceOfSoMany(had, drawn, hadBefore, before)

function mostOften(accounts: readonly number[]): number | undefined {
  const counts = new Map<number, number>()
  for (const account of accounts) counts.set(account, (counts.get(account) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0]
}
