// Compares a reader's record of a page with the record of a careful person.

export type Fields = Readonly<Record<string, string | number | null | undefined>>
export type Verdict = 'right' | 'wrong' | 'missing'

/** An expected null means that the page does not say it: any other value is wrong. */
export function judgeField(name: string, expected: unknown, actual: unknown, url: string): Verdict {
  const isEmpty = actual === null || actual === undefined || actual === ''
  if (expected === null) return isEmpty ? 'right' : 'wrong'
  if (isEmpty) return 'missing'
  return isSame(name, expected, actual, url) ? 'right' : 'wrong'
}

function isSame(name: string, expected: unknown, actual: unknown, url: string): boolean {
  const [one, other] = [collapse(expected), collapse(actual)]
  switch (name) {
    case 'price':
      return Number(expected) === Number(actual)
    case 'date':
      return isSameDate(one, other)
    case 'image':
    case 'logo':
    case 'url':
      return resolveUrl(one, url) === resolveUrl(other, url)
    case 'language':
      return one.slice(0, 2).toLowerCase() === other.slice(0, 2).toLowerCase()
    case 'author':
    case 'publisher':
      return one.toLowerCase() === other.toLowerCase()
    default:
      return one === other
  }
}

const collapse = (value: unknown): string => String(value).replace(/\s+/g, ' ').trim()

const hasTime = (text: string): boolean => /\dT\d{2}:\d{2}/.test(text)

/** By the moment if both have a time, otherwise by the day as written. */
function isSameDate(a: string, b: string): boolean {
  if (hasTime(a) && hasTime(b)) {
    if (Date.parse(a) === Date.parse(b)) return true
    const isZoned = (text: string) => /(?:Z|[+-]\d{2}:?\d{2})$/.test(text)
    // Without an offset, the same clock time is all that can be compared.
    return (!isZoned(a) || !isZoned(b)) && a.slice(0, 16) === b.slice(0, 16)
  }
  return a.slice(0, 10) === b.slice(0, 10)
}

function resolveUrl(text: string, base: string): string {
  try {
    return new URL(text, base).href
  } catch {
    return text
  }
}

export type Overlap = { precision: number; recall: number; f1: number }

const runWords = 4

/** The overlap of all runs of four words, with repetitions. */
export function judgeText(expected: string, actual: string): Overlap {
  const [own, actualRuns] = [countRuns(expected), countRuns(actual)]
  let common = 0
  for (const [run, count] of own.counts) common += Math.min(count, actualRuns.counts.get(run) ?? 0)
  const precision = actualRuns.total === 0 ? 0 : common / actualRuns.total
  const recall = own.total === 0 ? 0 : common / own.total
  return { precision, recall, f1: common === 0 ? 0 : (2 * precision * recall) / (precision + recall) }
}

function countRuns(text: string) {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
  const counts = new Map<string, number>()
  // A text of fewer than four words is a single run.
  const total = words.length === 0 ? 0 : Math.max(1, words.length - runWords + 1)
  for (let at = 0; at < total; at++) {
    const run = words.slice(at, at + runWords).join(' ')
    counts.set(run, (counts.get(run) ?? 0) + 1)
  }
  return { counts, total }
}
