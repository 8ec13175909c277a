// Company profile (api-rules 2.9): one company by its username, page address, numeric id, or website domain.
import { type Addresses, endpoint, invalidParameter, looksLikeAddress } from '@quarry/kit'
import { readCompanyDomain } from '@quarry/kit/read/company-domain'
import { object, optional, textParam } from '@quarry/kit/schema'
import { site } from './providers/site.ts'
import { companyWikidata } from './providers/wikidata.ts'
import { type CompanyQuery, record } from './record.ts'

export const companyInfo = endpoint({
  method: 'GET',
  path: '/v2/socialnet/company/info',
  credits: 1,
  notFound: 'free',
  summary: 'Company profile',
  description:
    'The public profile of one company: figures, offices, posts, employees and related companies. Give either `query` or `domain`.',
  example: { query: 'fenmont' },
  moreExamples: [{ query: 'pluello' }, { domain: 'fenmont.example' }],
  params: object({
    query: optional(textParam('fenmont', 'Not with `domain`.')),
    domain: optional(
      textParam(
        'fenmont.example',
        "The company's website, as a domain or an address: finds the profile that names it. Not with `query`.",
      ),
    ),
  }),
  record,

  parse({ query, domain }, addresses): CompanyQuery {
    if (query !== undefined && domain !== undefined)
      throw invalidParameter('domain', 'must not be given together with query')
    if (domain !== undefined) return { domain: readCompanyDomain(domain, 'domain') }
    if (query === undefined) throw invalidParameter('query', 'is missing: give query or domain')
    return parseQuery(query.trim(), addresses)
  },

  providers: [site, companyWikidata],
})

/** A username begins with a letter or a digit, so it can never be a dot segment. */
const usernameForm = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._&'’+-]{0,199}$/u

/** A username, the address of a page, or an id, which is all digits and may replace the username in an address too. */
function parseQuery(text: string, addresses: Addresses<CompanyQuery>): CompanyQuery {
  const query = looksLikeAddress(text) ? addresses.read(text, 'query') : { username: text }
  if (!('username' in query)) return query
  const username = query.username.normalize('NFC').toLowerCase()
  if (/^\d{1,15}$/.test(username)) return { id: Number(username) }
  if (!usernameForm.test(username) || /^[\d.]+$/.test(username))
    throw invalidParameter('query', 'must be a company username, a company page URL or a numeric id')
  return { username }
}
