// What came of asking providers for a record, with who answered and at which price.
import type { Failure } from '@quarry/kit/errors'
import type { SentPage } from '../upstream/sent-page.ts'
import type { ConfiguredProvider } from './configured-endpoint.ts'
import type { ReadResult } from './finish-reading.ts'
import { type Provenance, shownSource } from './provenance.ts'

/** `from`: who answered, or was asked last; its price is the one that is charged. */
export type Finding =
  | Found
  | { kind: 'not_found'; from: Provenance; price: number }
  /** There is a record, and it lacks what was required of it. */
  | { kind: 'lacking'; problem: string; from: Provenance }
  | { kind: 'failed'; failure: Failure; from: Provenance | null }

type Found = {
  kind: 'found'
  body: Buffer
  contentType: string
  ageSeconds: number | null
  /** How much longer it may be kept; null where no licence bounds that. */
  keepSeconds: number | null
  from: Provenance
  price: number
}

export const provenanceOf = ({ name, licence }: ConfiguredProvider): Provenance => ({
  provider: name,
  licence,
  source: null,
  fields: null,
  form: null,
  isPartial: false,
})

export function findingOf(
  result: ReadResult,
  through: ConfiguredProvider,
  pages: readonly SentPage[],
): Finding {
  const { price, provider, keepSeconds } = through
  // Of a site's own pages the last one read is the subject's; an interface says where people find it.
  const page = provider.through ? undefined : pages.at(-1)?.url
  const from = { ...provenanceOf(through), source: shownSource(page) }
  if (result.kind === 'not_found') return { kind: 'not_found', from, price }
  const { reading, ...content } = result
  if (!reading) return { ...content, ageSeconds: null, keepSeconds, from, price }
  const { form, fields, presence, source = page, isPartial = false, observedAt } = reading
  const seen = observedAt === undefined ? {} : { observedAt }
  const known = { ...from, source: shownSource(source), fields, presence, form, isPartial, ...seen }
  return { ...content, ageSeconds: null, keepSeconds, from: known, price }
}
