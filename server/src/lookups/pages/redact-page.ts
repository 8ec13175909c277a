// Removes from a provider's page what its upstream API redacts, personal data above all. Pages are stored only in this
// form.
import { isUrl } from '@quarry/kit/is-url'
import type { Page } from '@quarry/kit/outcome'
import type { Provider } from '@quarry/kit/provider'
import type { UpstreamApi } from '@quarry/kit/upstream-api'
import { type FetchedPage, toFetchedPage, toPageHead } from '../../fetching/fetched-page.ts'
import { tryOrNull } from '../../platform/lib/run.ts'
import type { ConfiguredProvider } from '../sources/configure-endpoints.ts'

type ProviderApis = Pick<Provider<unknown, unknown>, 'api' | 'otherApis'>

/** The API at an address: the first with this host. */
export function findApi({ api, otherApis = [] }: ProviderApis, url: string): UpstreamApi | undefined {
  if (!api || otherApis.length === 0 || !isUrl(url)) return api
  const { hostname } = new URL(url)
  return [api, ...otherApis].find(({ hosts }) => hosts.includes(hostname)) ?? api
}

/** Null if the page cannot be redacted: it must not be stored then. */
export function redactPage(provider: ProviderApis, page: FetchedPage): FetchedPage | null {
  const redact = findApi(provider, page.url)?.redact
  if (!redact) return page
  return tryOrNull(() => toTextPage(redact(page)))
}

/** As `redactPage`, but an empty page if it cannot be redacted, so that its address is still stored. */
export const toStorablePage = (provider: ProviderApis, page: FetchedPage): FetchedPage =>
  redactPage(provider, page) ?? toFetchedPage(toPageHead(page), [])

/** The page as an operator may see it; null if a licence limits storage. */
export const toDiagnosticPage = (
  { retentionSeconds, definition }: Pick<ConfiguredProvider, 'retentionSeconds' | 'definition'>,
  page: FetchedPage | undefined,
): FetchedPage | null => (page && retentionSeconds === null ? toStorablePage(definition, page) : null)

/** Encodes the text of a page as UTF-8, whatever its encoding was before. */
export function toTextPage({ body, ...head }: Page): FetchedPage {
  const contentType = `${head.contentType.split(';')[0] ?? ''}; charset=utf-8`
  return toFetchedPage({ ...toPageHead(head), contentType }, [Buffer.from(body)])
}
