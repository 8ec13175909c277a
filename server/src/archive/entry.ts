// What the archive knows of one lookup that gave a record: enough to read its pages again with another reader and to
// say, field by field, what is different.
import type { Posted } from '@quarry/kit/outcome'
import type { PageHead } from '../upstream/fetched-page.ts'

export type ArchivedPage = {
  /** As the reader asked for it; after redirects the page's own address is another. */
  url: string
  /** What was sent with it, where anything was. */
  posted?: Posted
  head: PageHead
  /** Of its text, under which the text is stored. */
  hash: string
}

export type Entry = {
  at: string
  path: string
  /** As callers see it. */
  provider: string
  /** The endpoint's own name of it: a pretend site is read by what reads the live one. */
  reader: string
  site: { template: string; domains: readonly string[] }
  query: unknown
  form: string
  /** Hash of the record as it was sent. */
  record: string
  fields: FieldPrints
  pages: readonly ArchivedPage[]
}

/** Of each field that is there: how many values it has in the record, and a short hash of them (`1:Qx0…`). */
export type FieldPrints = Readonly<Record<string, string>>

/** What tells two requests to one address apart. */
export const toPosted = ({ json, form }: Posted = {}): Posted | undefined =>
  json === undefined && form === undefined
    ? undefined
    : { ...(json === undefined ? {} : { json }), ...(form === undefined ? {} : { form }) }
