// The pretend company directory: a page and a list of contacts per company, under its domain, and the autocomplete of
// the search box. It knows nothing of the extractors beside it.
import type { SandboxSite, SiteResponse } from '@quarry/kit/source'
import { escapeHtml, renderPage } from '../../sandbox/chrome.ts'
import { type Company, findCompanyByDomain, listCompanies } from '../../sandbox/companies.ts'
import { once } from '../../sandbox/once.ts'
import { removeAccents } from '../../sandbox/slugify.ts'
import { companyPage, contactsPage } from './pages.ts'

const mostSuggestions = 12

export const sandbox: SandboxSite = ({ url }) => {
  if (url.pathname === '/autocomplete') return suggestions(url.searchParams.get('q') ?? '')
  const [, domain = '', contacts] = /^\/companies\/([^/]+?)(\/contacts)?\/?$/.exec(url.pathname) ?? []
  if (/^gone\.example$/i.test(domain)) return messagePage(410, 'This company asked to be removed')
  if (/^moved-away\.example$/i.test(domain))
    return { status: 302, headers: { location: '/search?q=moved' }, body: '' }
  if (url.pathname === '/search') return messagePage(200, 'Search the directory')
  const company = findCompanyByDomain(domain)
  if (!company) return messagePage(404, 'We have no company under this domain')
  return { body: contacts ? contactsPage(company) : companyPage(company) }
}

/** Names in the order of the alphabet, the shortest of equal beginnings first. */
const byName = once(() =>
  listCompanies()
    .map((company) => ({ company, key: keyOf(company.name) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.company.index - b.company.index)),
)
const keyOf = (text: string): string => removeAccents(text.toLowerCase()).replace(/[.,]/g, '').trim()

function suggestions(query: string): SiteResponse {
  const beginning = keyOf(query)
  const domainBeginning = query.toLowerCase().trim()
  const found =
    beginning === ''
      ? []
      : byName()
          .filter(
            ({ key, company }) => key.startsWith(beginning) || company.domain.startsWith(domainBeginning),
          )
          .slice(0, mostSuggestions)
  return {
    contentType: 'application/json; charset=utf-8',
    body: JSON.stringify(found.map(({ company }) => suggestion(company))),
  }
}

const suggestion = ({ name, domain, logoPath, industry }: Company) => ({
  name,
  domain,
  logo: logoPath,
  category: industry,
})

const messagePage = (status: number, message: string): SiteResponse => ({
  status,
  body: renderPage({
    title: message,
    body: `<h1>${escapeHtml(message)}</h1>`,
    weightKb: 40,
    seed: 'company',
  }),
})
