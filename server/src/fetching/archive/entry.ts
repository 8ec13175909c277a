// One archived lookup: enough to read its pages again with a newer reader and to compare the record field by field.
import type { Posted } from '@quarry/kit/outcome'
import type { PageHead } from '../fetched-page.ts'

export type ArchivedPage = {
  /** The requested address; after redirects the page's address differs. */
  url: string
  /** The body of the request, if any. */
  posted?: Posted
  head: PageHead
  /** Hash of its text, the key of the stored text. */
  hash: string
}

export type Entry = {
  at: string
  path: string
  /** As callers see it. */
  provider: string
  /** The provider's name in the endpoint's definition, which is the same for the sandbox site and the live site. */
  reader: string
  site: { template: string; domains: readonly string[] }
  query: unknown
  form: string
  /** Hash of the record as it was sent. */
  record: string
  fields: FieldPrints
  pages: readonly ArchivedPage[]
}

/** For each present field: the number of its values and a short hash of them (`1:Qx0…`). */
export type FieldPrints = Readonly<Record<string, string>>

/** Distinguishes requests to one address. */
export const toPosted = ({ json, form }: Posted = {}): Posted | undefined =>
  json === undefined && form === undefined
    ? undefined
    : { ...(json === undefined ? {} : { json }), ...(form === undefined ? {} : { form }) }
