// Which filings begin a funding round, and which only tell more of one. An amendment adds nothing to a list; a progress
// update of a crowdfunding (C-U) stands for its round where the filing that began it (C) lies before what is read.
import type { Hit } from './edgar-index.ts'

export type Offerings = {
  /** The filings that have to be read, of those that were not met before. */
  toRead: (hits: readonly Hit[]) => Hit[]
  /** The accession number of the update that stood for the round that a filing begins. */
  replacedBy: (hit: Hit) => string | null
}

export function createOfferings(): Offerings {
  const met = new Set<string>()
  const begun = new Set<string>()
  const updates = new Map<string, string>()

  function mustBeRead(hit: Hit): boolean {
    if (met.has(hit.accession)) return false
    met.add(hit.accession)
    if (hit.form === 'D' || hit.form === 'C') return true
    const offering = offeringOf(hit)
    if (hit.form !== 'C-U' || begun.has(offering) || updates.has(offering)) return false
    updates.set(offering, hit.accession)
    return true
  }

  return {
    toRead(hits) {
      for (const hit of hits) if (hit.form === 'C') begun.add(offeringOf(hit))
      return hits.toSorted((a, b) => b.filedOn.localeCompare(a.filedOn)).filter(mustBeRead)
    },
    replacedBy: (hit) => (hit.form === 'C' ? (updates.get(offeringOf(hit)) ?? null) : null),
  }
}

/** All filings about an offering have its number; without one, an issuer is taken to have one offering at a time. */
const offeringOf = ({ fileNumber, cik }: Hit): string => fileNumber ?? cik
