// The sandbox professional network: company pages by username, redirects to them, and removed companies.
import {
  type Company,
  findCompanyByDomain,
  findCompanyBySlug,
  findCompanyBySocialId,
} from '../../sandbox/companies.ts'
import { createSite, redirect, renderMessage, route, type SiteLook } from '../../sandbox/site.ts'
import { companyPage } from './pages.ts'

const siteLook: SiteLook = { seed: 'socialnet', lang: 'en', weightKb: 50 }

export const sandbox = createSite({
  routes: [
    route('/lookup/company', ({ url }) => {
      const company = findCompanyByDomain(url.searchParams.get('website') ?? '')
      // A profile that names no website is not found by it.
      return company?.website ? redirectTo(company) : undefined
    }),
    route(/^\/company\/unavailable\/?$/, () => renderMessage(siteLook, 200, 'This page is unavailable')),
    route(/^\/company\/(\d+)(?:\/[a-z-]+)?\/?$/, (_, id) => {
      const company = findCompanyBySocialId(Number(id))
      return company && redirectTo(company)
    }),
    route(/^\/company\/([^/]+)(?:\/[a-z-]+)?\/?$/, (_, name) => {
      const company = findCompanyBySlug(name)
      return removedCompanies.get(name)?.() ?? (company && companyPage(company))
    }),
  ],
  notFound: () => renderMessage(siteLook, 404, 'Page not found'),
})

const redirectTo = ({ slug }: Company) => redirect(`/company/${slug}`)

const removedCompanies = new Map([
  ['gone-for-good', () => renderMessage(siteLook, 410, 'This page was removed')],
  ['gone-elsewhere', () => redirect('/company/unavailable/', 302)],
  ['gone-quietly', () => renderMessage(siteLook, 200, 'Page not found')],
])
