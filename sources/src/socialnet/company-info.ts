// Company profile (api-rules 2.9): one company by its username, page address, numeric id, or website domain.
import { endpoint } from '@quarry/kit/endpoint'
import { invalidParameter } from '@quarry/kit/errors'
import { readCompanyDomain } from '@quarry/kit/read/company-domain'
import { object, optional, text } from '@quarry/kit/schema'
import { type CompanyQuery, record } from './company-info-record.ts'
import { site } from './providers/site.ts'
import { companyWikidata } from './providers/wikidata.ts'
import { readCompany } from './read-company.ts'

export const companyInfo = endpoint({
  method: 'GET',
  path: '/v2/socialnet/company/info',
  credits: 1,
  notFound: 'free',
  summary: 'Company profile',
  description:
    'The public profile of one company: figures, offices, posts, employees and related companies. Give either `query` or `domain`.',
  example: { query: 'fenmont' },
  params: object({
    query: optional(
      text('fenmont', {
        description: 'Not with `domain`.',
        maxLength: 2048,
      }),
    ),
    domain: optional(
      text('fenmont.example', {
        description:
          "The company's website, as a domain or an address: finds the profile that names it. Not with `query`.",
        maxLength: 2048,
      }),
    ),
  }),
  record,

  parse({ query, domain }, addresses): CompanyQuery {
    if (query !== undefined && domain !== undefined)
      throw invalidParameter('domain', 'must not be given together with query')
    if (domain !== undefined) return { domain: readCompanyDomain(domain, 'domain') }
    if (query === undefined) throw invalidParameter('query', 'is missing: give query or domain')
    return readCompany(query, addresses)
  },

  providers: [site, companyWikidata],
})
