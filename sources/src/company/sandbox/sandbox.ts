// The sandbox company directory: a page and a list of contacts by domain, and the autocomplete of the search box.
import { findCompanyByDomain, listCompanies } from '../../sandbox/companies.ts'
import { once } from '../../sandbox/random.ts'
import { createSite, redirect, renderMessage, respondJson, route, type SiteLook } from '../../sandbox/site.ts'
import { removeAccents } from '../../sandbox/slugify.ts'
import { companyPage, contactsPage } from './pages.ts'

const siteLook: SiteLook = { seed: 'company', lang: 'en', weightKb: 40 }
const maxSuggestions = 12

export const sandbox = createSite({
  routes: [
    route('/autocomplete', ({ url }) => respondJson(suggest(url.searchParams.get('q') ?? ''))),
    route('/search', () => renderMessage(siteLook, 200, 'Search the directory')),
    route(/^\/companies\/gone\.example(?:\/contacts)?\/?$/i, () =>
      renderMessage(siteLook, 410, 'This company asked to be removed'),
    ),
    route(/^\/companies\/moved-away\.example(?:\/contacts)?\/?$/i, () => redirect('/search?q=moved', 302)),
    route(/^\/companies\/([^/]+?)(\/contacts)?\/?$/, (_, domain, contacts) => {
      const company = findCompanyByDomain(domain)
      return company && (contacts ? contactsPage(company) : companyPage(company))
    }),
  ],
  notFound: () => renderMessage(siteLook, 404, 'We have no company under this domain'),
})

/** In alphabetical order, so that the shortest of names with the same beginning comes first. */
const byName = once(() =>
  listCompanies()
    .map((company) => ({ company, key: toKey(company.name) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.company.index - b.company.index)),
)
const toKey = (text: string): string => removeAccents(text.toLowerCase()).replace(/[.,]/g, '').trim()

function suggest(query: string) {
  const [beginning, domainBeginning] = [toKey(query), query.toLowerCase().trim()]
  if (beginning === '') return []
  return byName()
    .filter(({ key, company }) => key.startsWith(beginning) || company.domain.startsWith(domainBeginning))
    .slice(0, maxSuggestions)
    .map(({ company: { name, domain, logoPath } }) => ({ name, domain, logo: logoPath }))
}
