// What of a provider's page may lie in a store: without what its interface redacts, personal data above all. Whoever
// stores pages, for diagnosis or for later, stores these.
import { isUrl } from '@quarry/kit/is-url'
import type { Page } from '@quarry/kit/outcome'
import type { Provider } from '@quarry/kit/provider'
import type { UpstreamApi } from '@quarry/kit/upstream-api'
import { type FetchedPage, toFetchedPage, toPageHead } from '../upstream/fetched-page.ts'
import type { ConfiguredProvider } from './configured-endpoint.ts'

type Through = Pick<Provider<unknown, unknown>, 'api' | 'otherApis'>

/** The interface that answered at an address: the first whose host it is, as where it was fetched. */
export function interfaceAt(
  { api: through, otherApis: also = [] }: Through,
  url: string,
): UpstreamApi | undefined {
  if (!through || also.length === 0 || !isUrl(url)) return through
  const { hostname } = new URL(url)
  return [through, ...also].find(({ hosts }) => hosts.includes(hostname)) ?? through
}

/** Null where the page cannot be redacted: what is not known to be harmless is not stored. */
export function redactedPage(provider: Through, page: FetchedPage): FetchedPage | null {
  const redact = interfaceAt(provider, page.url)?.redact
  if (!redact) return page
  try {
    return textPage(redact(page))
  } catch {
    return null
  }
}

/** As above, with an empty page in the place of one that cannot be redacted, so that its address is still told. */
export const storablePage = (provider: Through, page: FetchedPage): FetchedPage =>
  redactedPage(provider, page) ?? toFetchedPage(toPageHead(page), [])

type Kept = Pick<ConfiguredProvider, 'keepSeconds' | 'provider'>

/**
 * The last page, as far as it may be laid by for somebody to read later: without what its interface redacts, and not at
 * all where a licence lets us keep it for a bounded time only.
 */
export const mayKeep = ({ keepSeconds, provider }: Kept, pages: readonly FetchedPage[]): FetchedPage[] =>
  keepSeconds === null ? pages.slice(-1).map((page) => storablePage(provider, page)) : []

/** A page made of text: whatever it was encoded in before, its bytes are UTF-8 and say so. */
export function textPage({ body, ...head }: Page): FetchedPage {
  const contentType = `${head.contentType.split(';')[0] ?? ''}; charset=utf-8`
  return toFetchedPage({ ...toPageHead(head), contentType }, [Buffer.from(body)])
}
