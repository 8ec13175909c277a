// Where a record comes from and how it was read. Sent with the record in headers and stored with it.
import { isUrl } from '@quarry/kit/is-url'
import type { Presence } from './reading/record-presence.ts'

export type Provenance = {
  provider: string
  licence: string | null
  /** The address of the subject for people. */
  source: string | null
  /** The form of the page that was read; null where no page was. */
  form: string | null
  /** How many of its fields the record fills, `31/43`; null without a record. */
  fields: string | null
  /** Which of its fields the record fills; absent without a record. */
  presence?: Presence
  /** The answer is incomplete. */
  isPartial: boolean
  /** The day of the observation; absent where the record is current. */
  observedAt?: string
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

const maxSourceChars = 2_048

/** The address as a header value; null where it is not a URL or too long. */
export function toSourceUrl(address: string | undefined): string | null {
  if (address === undefined || !isUrl(address)) return null
  const { href } = new URL(address)
  return href.length <= maxSourceChars ? href : null
}
