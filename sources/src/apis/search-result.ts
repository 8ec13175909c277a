// A result with the fields that all search APIs share, and how a list of results was read.
import type { Reading } from '@quarry/kit'
import { toDomain } from '@quarry/kit/read/unwrap-link'

type ShownText = { displayed_link: string | null; snippet: string | null; snippet_matched: string[] }

/** Null without a title or an address. The domain is the host of the link, without `www.`. */
export const buildResult = (title: string | null, link: string | null, shown: ShownText) =>
  title === null || link === null ? null : { title, link, domain: toDomain(link), ...shown }

export type SearchResult = NonNullable<ReturnType<typeof buildResult>>

export type SearchResults<T> = { results: T[]; reading: Reading }
