// The pretend professional network: company pages by username, redirects from ids and websites, and the ways in
// which such a site says that a company is gone. It knows nothing of the extractors beside it.
import type { SandboxSite, SiteResponse } from '@quarry/kit/source'
import { escapeHtml, renderPage } from '../../sandbox/chrome.ts'
import {
  type Company,
  findCompanyByDomain,
  findCompanyBySlug,
  findCompanyBySocialId,
} from '../../sandbox/companies.ts'
import { companyPage } from './pages.ts'

export const sandbox: SandboxSite = ({ url }) => {
  if (url.pathname === '/lookup/company')
    return toPageOf(companyOnSite(url.searchParams.get('website') ?? ''))
  if (/^\/company\/unavailable\/?$/.test(url.pathname)) return messagePage(200, 'This page is unavailable')
  const name = /^\/company\/([^/]+)(?:\/[a-z-]+)?\/?$/.exec(url.pathname)?.[1]
  if (name === undefined) return messagePage(404, 'Page not found')
  if (/^\d+$/.test(name)) return toPageOf(findCompanyBySocialId(Number(name)))
  const removed = removedAs(name)
  if (removed) return removed
  const company = findCompanyBySlug(decodeURIComponent(name))
  return company ? { body: companyPage(company) } : messagePage(404, 'Page not found')
}

/** Only a website that stands on the profile leads to it. */
const companyOnSite = (domain: string): Company | undefined => {
  const company = findCompanyByDomain(domain)
  return company?.website ? company : undefined
}

const toPageOf = (company: Company | undefined): SiteResponse =>
  company
    ? { status: 301, headers: { location: `/company/${company.slug}` }, body: '' }
    : messagePage(404, 'Page not found')

/** Companies that were here once: each name shows another way of saying so. */
function removedAs(name: string): SiteResponse | null {
  switch (name) {
    case 'gone-for-good':
      return messagePage(410, 'This page was removed')
    case 'gone-elsewhere':
      return { status: 302, headers: { location: '/company/unavailable/' }, body: '' }
    case 'gone-quietly':
      return messagePage(200, 'Page not found')
    default:
      return null
  }
}

const messagePage = (status: number, message: string): SiteResponse => ({
  status,
  body: renderPage({
    title: message,
    body: `<h1>${escapeHtml(message)}</h1><p>Please check your URL or return to the home page.</p>`,
    weightKb: 50,
    seed: 'socialnet',
  }),
})
