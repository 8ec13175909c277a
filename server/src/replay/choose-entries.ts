// Which lookups of the archive are read again: those that were asked for, each kind of page once, and of too many an
// even part.
import type { Entry } from '../archive/entry.ts'

export type Choice = {
  endpoint: string | null
  provider: string | null
  sinceMs: number | null
  /** How many at most. */
  sample: number | null
}

export function chooseEntries(entries: readonly Entry[], choice: Choice): Entry[] {
  const { endpoint, provider, sinceMs, sample } = choice
  const wanted = entries.filter(
    (entry) =>
      (endpoint === null || entry.path === endpoint) &&
      (provider === null || entry.provider === provider) &&
      (sinceMs === null || Date.parse(entry.at) >= sinceMs),
  )
  // The same pages for the same question would say the same again.
  const distinct = [...new Map(wanted.map((entry) => [keyOf(entry), entry])).values()]
  if (sample === null || distinct.length <= sample) return distinct
  return Array.from(
    { length: sample },
    (_, n) => distinct[Math.floor((n * distinct.length) / sample)] as Entry,
  )
}

const keyOf = ({ path, provider, query, record, pages }: Entry): string =>
  JSON.stringify([path, provider, query, record, pages.map(({ hash }) => hash)])
