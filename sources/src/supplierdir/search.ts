// Supplier search (api-rules 2.4): one page of the directory's results, by the address of the search.
import { endpoint } from '@quarry/kit'
import { object, textParam } from '@quarry/kit/schema'
import { bronnoysundSearch } from './providers/bronnoysund.ts'
import { companiesHouseSearch } from './providers/companies-house.ts'
import { registerSearch } from './providers/recherche-entreprises.ts'
import { site } from './providers/site.ts'
import { record } from './search-record.ts'

export const search = endpoint({
  method: 'GET',
  path: '/v2/supplierdir/search',
  credits: 3,
  notFound: 'billed',
  summary: 'Supplier search',
  description:
    'One page of suppliers with the filters and the companies of that name, by the address of a search or category page. Another page is the same address with another `page_number`.',
  example: { query: 'https://www.supplierdir.example/suppliers/search?searchterm=ball+valves&page_number=1' },
  moreExamples: [
    { query: 'https://www.supplierdir.example/suppliers/ball-valves-20909153' },
    { query: 'https://www.supplierdir.example/suppliers/search?searchterm=granite' },
  ],
  params: object({
    query: textParam(
      'https://www.supplierdir.example/suppliers/search?searchterm=ball+valves&page_number=1',
      'Percent-encode it: an unencoded & would end it.',
    ),
  }),
  misplaced: {
    page_number: 'belongs inside query: percent-encode the address there, so that & becomes %26',
  },
  record,
  parse: ({ query }, addresses) => addresses.read(query.trim(), 'query'),
  providers: [site, registerSearch, bronnoysundSearch, companiesHouseSearch],
})
