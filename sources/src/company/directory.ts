// The addresses of the directory: a company's page and its contacts by domain, and the autocomplete of its search box.
import { isUrl } from '@quarry/kit/is-url'
import type { Page } from '@quarry/kit/outcome'
import { companyDomain } from '@quarry/kit/read/company-domain'
import { ogProperty, openGraph } from '@quarry/kit/read/open-graph'
import type { Site } from '@quarry/kit/site'

/** Domains are plain letters, digits, dots and hyphens with a dot inside: never a dot segment. */
export const companyUrl = (site: Site, domain: string): string => site.url(`/companies/${domain}`).href

export const contactsUrl = (site: Site, domain: string): string => `${companyUrl(site, domain)}/contacts`

export const suggestUrl = (site: Site, beginning: string): string =>
  site.url(`/autocomplete?q=${encodeURIComponent(beginning)}`).href

/** The domain in the address of a company's page, or null. */
export function domainInPath(url: string): string | null {
  const segment = isUrl(url) ? /^\/companies\/([^/]{1,300})/.exec(new URL(url).pathname)?.[1] : undefined
  return segment === undefined ? null : companyDomain(segment)
}

/** The domain a page is about: as it says itself, else as its address says. */
export const domainOfPage = (page: Page): string | null =>
  domainInPath(ogProperty(openGraph(page.body), 'og:url') ?? '') ?? domainInPath(page.url)

/** Parameters for a page saved from the directory: the domain in its address. */
export const queryFromUrl = (url: string): { query: string } => ({ query: domainInPath(url) ?? url })

/** Where visitors of a company are sent that the directory no longer has. */
export const leadsToSearch = ({ url }: Page): boolean =>
  isUrl(url) && /^\/search\/?$/.test(new URL(url).pathname)
