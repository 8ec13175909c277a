// Supplier profile (api-rules 2.4): one supplier, by the address of its profile or by its number.
import { endpoint, invalidParameter, looksLikeAddress } from '@quarry/kit'
import { object, textParam } from '@quarry/kit/schema'
import { type CompanyQuery, record } from './company-record.ts'
import { bronnoysundCompany } from './providers/bronnoysund.ts'
import { companiesHouseCompany } from './providers/companies-house.ts'
import { companySite } from './providers/company-site.ts'
import { registerCompany } from './providers/recherche-entreprises.ts'

export const company = endpoint({
  method: 'GET',
  path: '/v2/supplierdir/company',
  credits: 1,
  notFound: 'free',
  summary: 'Supplier profile',
  description:
    'The profile of one supplier: the fields of a search result, and its offer, brands, certifications, owners, locations and contact. The `url` and the `tgrams_id` of a search result both work as `query`.',
  example: { query: 'https://www.supplierdir.example/company/pluello-10000017/profile' },
  moreExamples: [{ query: '10000541' }, { query: '10000934' }],
  params: object({ query: textParam('https://www.supplierdir.example/company/pluello-10000017/profile') }),
  record,

  parse({ query }, addresses): CompanyQuery {
    const words = query.trim()
    if (looksLikeAddress(words)) return addresses.read(words, 'query')
    // Numbers of registers may have letters: SC123456, IP12345R.
    if (!/^(?:\d{1,20}|[a-z]{1,2}\d{5,7}r?)$/i.test(words))
      throw invalidParameter('query', 'must be the URL of a profile or a tgrams_id')
    return { id: words.toUpperCase(), slug: null }
  },

  providers: [companySite, registerCompany, bronnoysundCompany, companiesHouseCompany],
})
