// A result with the fields that all search APIs share, and how a list of results was read.
import type { Reading } from '@quarry/kit'

export type SearchResult = {
  title: string
  link: string
  /** The host of the link, without `www.`. */
  domain: string | null
  displayed_link: string | null
  snippet: string | null
  snippet_matched: string[]
}

export type SearchResults<T> = { results: T[]; reading: Reading }
