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

/** Far above the counts of ordinary pages. A short page that consists of nothing else takes long to read. */
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

/**
 * The page has to be read off the event loop. Not a failure: the server runs the provider again in a thread where
 * large pages are allowed.
 */
export class DomTooLarge extends Error {
  readonly kind = 'dom_too_large'

  constructor(count: number, unit: string) {
    super(`a page of ${count} ${unit} must be read off the event loop`)
    this.name = 'DomTooLarge'
  }
}

/** Whether a thrown value is DomTooLarge, of this copy of the kit or of another. Throw such a value again. */
export const isDomTooLarge = (thrown: unknown): thrown is DomTooLarge => hasKind(thrown, 'dom_too_large')

/**
 * Lifts the limits for this thread, or sets them again with `false`. Call it in workers, tests and commands.
 */
export function allowLargeDom(isAllowed = true): void {
  limits[largeAllowed] = isAllowed
}

const check = (count: number, limit: number, unit: string): void => {
  if (count > limit && !limits[largeAllowed]) throw new DomTooLarge(count, unit)
}

/** Throws DomTooLarge above 65,536 characters of markup. Call it before you build a DOM. */
export const checkDomBudget = (chars: number): void => check(chars, domLimitChars, 'characters')

/**
 * Throws DomTooLarge above 131,072 characters of markup. Call it before you run a tokenizer without a tree.
 */
export const checkOutlineBudget = (chars: number): void => check(chars, outlineLimitChars, 'characters')

/** Throws DomTooLarge above 32,768 characters. Call it before you mend text that is almost JSON. */
export const checkMendBudget = (chars: number): void => check(chars, mendLimitChars, 'characters')

/**
 * Throws DomTooLarge above 1,048,576 characters. Call it before you scan a page for scripts, or parse JSON.
 */
export const checkIslandBudget = (chars: number): void => check(chars, islandLimitChars, 'characters')

/** Throws DomTooLarge above the limit of a unit, such as 300 items. Readers call it while they count. */
export const checkCountBudget = (unit: keyof typeof loopLimits, count: number): void =>
  check(count, loopLimits[unit], unit)

/**
 * The count at which a loop over the characters of a page may stop counting. The loop itself does not check it,
 * because a function that can throw inside such a loop is not compiled. The limit is Infinity if large pages are
 * allowed.
 */
export const getCountLimit = (unit: keyof typeof loopLimits): number =>
  limits[largeAllowed] ? Number.POSITIVE_INFINITY : loopLimits[unit]

/**
 * Throws DomTooLarge above 4,000 tags and entities, which take the time of a parser, not the text. Call it before
 * you parse markup.
 */
export function checkMarkupBudget(html: string): void {
  const most = getCountLimit('marks')
  let marks = 0
  for (const mark of ['<', '&'])
    for (let at = html.indexOf(mark); at !== -1 && marks <= most; at = html.indexOf(mark, at + 1)) marks++
  checkCountBudget('marks', marks)
}
