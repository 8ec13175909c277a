// Chooses which archived lookups are read again: those that match, each kind of page once, and an even sample of many.
import type { Entry } from '../../fetching/archive/entry.ts'

export type Choice = {
  endpoint: string | null
  provider: string | null
  sinceMs: number | null
  /** The maximum number. */
  sample: number | null
}

export function chooseEntries(entries: readonly Entry[], choice: Choice): Entry[] {
  const { endpoint, provider, sinceMs, sample } = choice
  const matching = entries.filter(
    (entry) =>
      (endpoint === null || entry.path === endpoint) &&
      (provider === null || entry.provider === provider) &&
      (sinceMs === null || Date.parse(entry.at) >= sinceMs),
  )
  // Equal lookups with equal pages give the same result.
  const distinct = [...new Map(matching.map((entry) => [toKey(entry), entry])).values()]
  if (sample === null || distinct.length <= sample) return distinct
  return Array.from(
    { length: sample },
    (_, n) => distinct[Math.floor((n * distinct.length) / sample)] as Entry,
  )
}

const toKey = ({ path, provider, query, record, pages }: Entry): string =>
  JSON.stringify([path, provider, query, record, pages.map(({ hash }) => hash)])
