// Company social profiles: the pages a company keeps on social networks, by its domain.
import { endpoint } from '@quarry/kit'
import { socialSite } from './providers/site.ts'
import { socialWikidata } from './providers/wikidata.ts'
import { domainParams, parseDomainQuery, socialRecord } from './records.ts'

export const social = endpoint({
  method: 'GET',
  path: '/v2/company/social',
  credits: 1,
  notFound: 'free',
  summary: 'Company social profiles',
  description: "The company's pages on social networks, each with its network and handle.",
  example: { query: 'fenmont.example' },
  moreExamples: [{ query: 'pluello.example' }],
  params: domainParams,
  record: socialRecord,
  parse: parseDomainQuery,
  providers: [socialSite, socialWikidata],
})
