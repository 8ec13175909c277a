// The result of a lookup: the outcome, the provider that answered and its price.
import type { Failure } from '@quarry/kit/errors'
import { type Provenance, toSourceUrl } from './provenance.ts'
import type { ReadResult } from './reading/finish-reading.ts'
import type { ConfiguredProvider } from './sources/configured-endpoint.ts'

/** `from`: the provider that answered, or the last one tried. Its price is charged. */
export type LookupResult =
  | {
      kind: 'found'
      body: Buffer
      contentType: string
      ageSeconds: number | null
      /** How much longer it may be stored; null where no licence limits that. */
      retentionSeconds: number | null
      from: Provenance
      price: number
    }
  | { kind: 'not_found'; from: Provenance; price: number }
  /** The record lacks required fields. */
  | { kind: 'fields_missing'; problem: string; from: Provenance }
  | { kind: 'failed'; failure: Failure; from: Provenance | null }

/** Such a result counts neither in the health of an endpoint nor for a provider. */
export const isServerFault = (result: LookupResult): boolean =>
  result.kind === 'failed' && result.failure.isServerFault

export const toProvenance = ({ name, licence }: ConfiguredProvider): Provenance => ({
  provider: name,
  licence,
  source: null,
  fields: null,
  form: null,
  isPartial: false,
})

/** `lastUrl`: the last page of a site is about the subject itself; a provider of an API names the address. */
export function toLookupResult(
  result: ReadResult,
  provider: ConfiguredProvider,
  lastUrl: string | undefined,
): LookupResult {
  const { price, definition, retentionSeconds } = provider
  const pageUrl = definition.api ? undefined : lastUrl
  const from = { ...toProvenance(provider), source: toSourceUrl(pageUrl) }
  if (result.kind === 'not_found') return { kind: 'not_found', from, price }
  const { reading, ...content } = result
  if (!reading) return { ...content, ageSeconds: null, retentionSeconds, from, price }
  const { form, fields, presence, source = pageUrl, isPartial = false, observedAt } = reading
  const readFrom = { ...from, source: toSourceUrl(source), fields, presence, form, isPartial }
  if (observedAt !== undefined) Object.assign(readFrom, { observedAt })
  return { ...content, ageSeconds: null, retentionSeconds, from: readFrom, price }
}
