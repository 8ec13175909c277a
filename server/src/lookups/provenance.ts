// Where a record comes from and how it was read: told with it in headers, and kept with it wherever it is kept.

import { isUrl } from '@quarry/kit/is-url'
import type { Presence } from './record-presence.ts'

export type Provenance = {
  provider: string
  licence: string | null
  /** The address under which a person finds the subject. */
  source: string | null
  /** The form of the page that was read; null where nothing was. */
  form: string | null
  /** How many of its fields the record fills, `31/43`; null where there is no record. */
  fields: string | null
  /** Which of its fields it fills; absent where there is no record. */
  presence?: Presence
  /** True where the answer is not all that there is. */
  isPartial: boolean
  /** The day on which somebody saw what the record tells; absent where it is told as of now. */
  observedAt?: string
}

/** What is kept with a result: which fields are there, the result tells itself. */
export const toStoredProvenance = ({ presence: _, ...kept }: Provenance) => kept

/** What the log has of it. */
export const toLogProvenance = (known: Provenance | null) => ({
  provider: known?.provider ?? null,
  recordFields: known?.fields ?? null,
  recordForm: known?.form ?? null,
})

/** As results of jobs, batches and webhooks name it. */
export const toProvenanceFields = (known: Provenance | null) => ({
  provider: known?.provider ?? null,
  provider_licence: known?.licence ?? null,
  provider_source: known?.source ?? null,
  record_fields: known?.fields ?? null,
  record_form: known?.form ?? null,
  record_observed: known?.observedAt ?? null,
})

export function addProvenanceHeaders(headers: Record<string, string>, known: Provenance): void {
  const { provider, licence, source, fields, form, isPartial, observedAt } = known
  headers['x-provider'] = provider
  if (licence !== null) headers['x-provider-licence'] = licence
  if (source !== null) headers['x-provider-source'] = source
  if (fields !== null) headers['x-record-fields'] = fields
  if (form !== null) headers['x-record-form'] = form
  if (isPartial) headers['x-record-partial'] = 'true'
  if (observedAt !== undefined) headers['x-record-observed'] = observedAt
}

const maxSourceChars = 2_048

/** An address as a header can carry it; what no URL can say, or is too long for one, is left out. */
export function toSourceUrl(address: string | undefined): string | null {
  if (address === undefined || !isUrl(address)) return null
  const { href } = new URL(address)
  return href.length <= maxSourceChars ? href : null
}
