// The result of a lookup: the outcome, its price, and where the record comes from and how it was read. The provenance is
// sent with the record in headers and stored with it.
import type { Failure } from '@quarry/kit/errors'
import { isUrl } from '@quarry/kit/is-url'
import type { ReadResult } from './reading/finish-reading.ts'
import type { Presence } from './reading/record-fields.ts'
import type { ConfiguredProvider } from './sources/configure-endpoints.ts'

/** `from`: the provider with this outcome, or the last one tried. Its price is charged. */
export type LookupResult =
  | {
      kind: 'found'
      body: Buffer
      contentType: string
      ageSeconds: number | null
      /** How much longer it may be stored; null if no licence limits that. */
      retentionSeconds: number | null
      from: Provenance
      price: number
    }
  | { kind: 'not_found'; from: Provenance; price: number }
  /** The record lacks required fields. */
  | { kind: 'fields_missing'; problem: string; from: Provenance }
  | { kind: 'failed'; failure: Failure; from: Provenance | null }

export type Provenance = {
  provider: string
  licence: string | null
  /** The address of the subject for people. */
  source: string | null
  /** The form of the page that was read; null if no page was read. */
  form: string | null
  /** How many of its fields the record fills, `31/43`; null without a record. */
  fields: string | null
  /** Which of its fields the record fills; absent without a record. */
  presence?: Presence
  /** The record is incomplete. */
  isPartial: boolean
  /** The day of the observation; absent if the record is current. */
  observedAt?: string
}

/** Such a result counts neither in the health of an endpoint nor for a provider. */
export const isServerFault = (result: LookupResult): boolean =>
  result.kind === 'failed' && result.failure.isServerFault

/** The provenance of a result without a record. */
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

const maxSourceChars = 2_048

/** The address as a header value; null if it is not a URL or too long. */
function toSourceUrl(address: string | undefined): string | null {
  if (address === undefined || !isUrl(address)) return null
  const { href } = new URL(address)
  return href.length <= maxSourceChars ? href : null
}

/** Without `presence`, which follows from the stored record. */
export const toStoredProvenance = ({ presence: _, ...stored }: Provenance) => stored

export const toLogProvenance = (from: Provenance | null) => ({
  provider: from?.provider ?? null,
  recordFields: from?.fields ?? null,
  recordForm: from?.form ?? null,
})

/** The fields of results of jobs, batches and webhooks. */
export const toProvenanceFields = (from: Provenance | null) => ({
  provider: from?.provider ?? null,
  provider_licence: from?.licence ?? null,
  provider_source: from?.source ?? null,
  record_fields: from?.fields ?? null,
  record_form: from?.form ?? null,
  record_observed: from?.observedAt ?? null,
})

export function addProvenanceHeaders(headers: Record<string, string>, from: Provenance): void {
  const { provider, licence, source, fields, form, isPartial, observedAt } = from
  headers['x-provider'] = provider
  if (licence !== null) headers['x-provider-licence'] = licence
  if (source !== null) headers['x-provider-source'] = source
  if (fields !== null) headers['x-record-fields'] = fields
  if (form !== null) headers['x-record-form'] = form
  if (isPartial) headers['x-record-partial'] = 'true'
  if (observedAt !== undefined) headers['x-record-observed'] = observedAt
}
