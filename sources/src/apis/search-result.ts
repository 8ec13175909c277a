// A result with the fields that all search APIs share.
export type SearchResult = {
  title: string
  link: string
  /** The host of the link, without `www.`. */
  domain: string | null
  displayed_link: string | null
  snippet: string | null
  snippet_matched: string[]
}
