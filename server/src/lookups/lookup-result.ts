// The result of a lookup: the outcome, the provider that answered and its price.
import type { Failure } from '@quarry/kit/errors'
import type { FetchedPage } from '../upstream/fetched-page.ts'
import type { ConfiguredProvider } from './configured-endpoint.ts'
import type { ReadResult } from './finish-reading.ts'
import { type Provenance, toSourceUrl } from './provenance.ts'

/** `from`: the provider that answered, or the last one tried. Its price is charged. */
export type LookupResult =
  | Found
  | { kind: 'not_found'; from: Provenance; price: number }
  /** The record lacks required fields. */
  | { kind: 'fields_missing'; problem: string; from: Provenance }
  | { kind: 'failed'; failure: Failure; from: Provenance | null }

type Found = {
  kind: 'found'
  body: Buffer
  contentType: string
  ageSeconds: number | null
  /** How much longer it may be stored; null where no licence limits that. */
  keepSeconds: number | null
  from: Provenance
  price: number
}

export const toProvenance = ({ name, licence }: ConfiguredProvider): Provenance => ({
  provider: name,
  licence,
  source: null,
  fields: null,
  form: null,
  isPartial: false,
})

export function toLookupResult(
  result: ReadResult,
  through: ConfiguredProvider,
  pages: readonly FetchedPage[],
): LookupResult {
  const { price, provider, keepSeconds } = through
  // The last page read of a site is the subject's own; a provider of an API names the address itself.
  const page = provider.api ? undefined : pages.at(-1)?.url
  const from = { ...toProvenance(through), source: toSourceUrl(page) }
  if (result.kind === 'not_found') return { kind: 'not_found', from, price }
  const { reading, ...content } = result
  if (!reading) return { ...content, ageSeconds: null, keepSeconds, from, price }
  const { form, fields, presence, source = page, isPartial = false, observedAt } = reading
  const seen = observedAt === undefined ? {} : { observedAt }
  const known = { ...from, source: toSourceUrl(source), fields, presence, form, isPartial, ...seen }
  return { ...content, ageSeconds: null, keepSeconds, from: known, price }
}
