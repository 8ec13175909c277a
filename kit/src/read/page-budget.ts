// How large a page may be and still be read on the event loop. Larger ones make the reader throw DomTooLarge;
// the call path catches it and runs the source again, over the same pages, in a worker thread.
import { hasKind } from '../errors.ts'

const largeAllowed = Symbol.for('@quarry/kit: large pages allowed')

/** DOM parses run at some 50 MB/s: 64 kB is about a millisecond. */
const domLimitChars = 64 * 1024

/** A tokenizer without a tree is cheaper. */
const outlineLimitChars = 128 * 1024

/** JSON that needs mending is written by hand and short. Mending is slow, above all before it is compiled. */
const mendLimitChars = 32 * 1024

/** Island scans and JSON parses are an order of magnitude cheaper. */
const islandLimitChars = 1024 * 1024

/** Far more than usual pages have. Short pages that consist of nothing else take long to read. */
const loopLimits = {
  levels: 128,
  tags: 2000,
  /** Characters that open a tag or an entity, at which a parser of markup stops. */
  marks: 4000,
  /** Blocks of JSON of one kind. */
  blocks: 100,
  values: 50_000,
  objects: 8000,
  /** Entries of a list, each of which becomes some forty fields of a record. */
  items: 300,
  fields: 10_000,
}

// Shared by all copies of the kit in this thread: a plugin brings its own.
const limits = globalThis as { [largeAllowed]?: boolean }

/** The page has to be read off the event loop. Not a failure: `run` is repeated where large pages are allowed. */
export class DomTooLarge extends Error {
  readonly kind = 'dom_too_large'

  constructor(count: number, unit: string) {
    super(`a page of ${count} ${unit} must be read off the event loop`)
    this.name = 'DomTooLarge'
  }
}

export const isDomTooLarge = (thrown: unknown): thrown is DomTooLarge => hasKind(thrown, 'dom_too_large')

/** Lifts the limits for this thread, or sets them again: called inside a worker, a test, a benchmark or a command. */
export function allowLargeDom(isAllowed = true): void {
  limits[largeAllowed] = isAllowed
}

const check = (count: number, limit: number, unit: string): void => {
  if (count > limit && !limits[largeAllowed]) throw new DomTooLarge(count, unit)
}

export const checkDomBudget = (chars: number): void => check(chars, domLimitChars, 'characters')
export const checkOutlineBudget = (chars: number): void => check(chars, outlineLimitChars, 'characters')
export const checkMendBudget = (chars: number): void => check(chars, mendLimitChars, 'characters')
export const checkIslandBudget = (chars: number): void => check(chars, islandLimitChars, 'characters')

/** Checks the number of tags, values and the like, which readers count while they read. */
export const checkCountBudget = (unit: keyof typeof loopLimits, count: number): void =>
  check(count, loopLimits[unit], unit)

/**
 * The count at which a loop over the characters of a page may stop counting. The loop itself does not check it, because
 * a function that can throw inside such a loop is not compiled.
 */
export const getCountLimit = (unit: keyof typeof loopLimits): number =>
  limits[largeAllowed] ? Number.POSITIVE_INFINITY : loopLimits[unit]

/** Called before markup is parsed. That takes time by its tags and entities, not by its text. */
export function checkMarkupBudget(html: string): void {
  const most = getCountLimit('marks')
  let marks = 0
  for (const mark of ['<', '&'])
    for (let at = html.indexOf(mark); at !== -1 && marks <= most; at = html.indexOf(mark, at + 1)) marks++
  checkCountBudget('marks', marks)
}
