// Addresses on the directory: a company's page and contacts by its domain, and the autocomplete of the search box.
import type { Page, Site } from '@quarry/kit'
import { isUrl } from '@quarry/kit/is-url'
import { companyDomain } from '@quarry/kit/read/company-domain'
import { ogProperty, openGraph } from '@quarry/kit/read/open-graph'

/** `domain` went through `readCompanyDomain`, so it can be no dot segment. */
export const buildCompanyUrl = (site: Site, domain: string): string => site.url(`/companies/${domain}`).href

export const buildSuggestUrl = (site: Site, beginning: string): string =>
  site.url(`/autocomplete?q=${encodeURIComponent(beginning)}`).href

/** The domain in the address of a company's page, or null. */
export function findDomainInPath(url: string): string | null {
  const segment = isUrl(url) ? /^\/companies\/([^/]{1,300})/.exec(new URL(url).pathname)?.[1] : undefined
  return segment === undefined ? null : companyDomain(segment)
}

/** The company's domain by the page's own `og:url`, else by its address. */
export const findPageDomain = (page: Page): string | null =>
  findDomainInPath(ogProperty(openGraph(page.body), 'og:url') ?? '') ?? findDomainInPath(page.url)

/** Parameters for a saved page of the directory. */
export const toParams = (url: string): { query: string } => ({ query: findDomainInPath(url) ?? url })

/** The directory redirects to its search if it no longer has the company. */
export const isSearchPage = ({ url }: Page): boolean =>
  isUrl(url) && /^\/search\/?$/.test(new URL(url).pathname)
