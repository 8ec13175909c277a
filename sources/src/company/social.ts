// Company social profiles: the pages a company keeps on social networks, by its domain.
import { endpoint } from '@quarry/kit/endpoint'
import { readCompanyDomain } from '@quarry/kit/read/company-domain'
import { object, text } from '@quarry/kit/schema'
import { socialSite } from './providers/social-site.ts'
import { socialWikidata } from './providers/wikidata-social.ts'
import { record } from './social-record.ts'

export const social = endpoint({
  method: 'GET',
  path: '/v2/company/social',
  credits: 1,
  notFound: 'free',
  summary: 'Company social profiles',
  description: "The company's pages on social networks, each with its network and handle.",
  example: { query: 'fenmont.example' },
  params: object({
    query: text('fenmont.example', {
      description: "The company's domain: bare, with www. or as a web address.",
      maxLength: 2048,
    }),
  }),
  record,
  parse: ({ query }) => ({ domain: readCompanyDomain(query, 'query') }),
  providers: [socialSite, socialWikidata],
})
