// Company: a directory's entry for one company, by its domain or its name.
import { endpoint, invalidParameter, looksLikeUrl } from '@quarry/kit'
import { collapseSpace } from '@quarry/kit/read/clean-text'
import { looksLikeHost, readCompanyDomain } from '@quarry/kit/read/company-domain'
import { object, textParam } from '@quarry/kit/schema'
import { companyBritishRegister } from './providers/british-register.ts'
import { companyFrenchRegister } from './providers/french-register.ts'
import { companyNorwegianRegister } from './providers/norwegian-register.ts'
import { companySite } from './providers/site.ts'
import { companyWikidata } from './providers/wikidata.ts'
import { type CompanyQuery, companyRecord } from './records.ts'

export const company = endpoint({
  method: 'GET',
  path: '/v2/company',
  credits: 1,
  notFound: 'free',
  summary: 'Company',
  description: "A directory's entry for one company: its site, trade, size, seat and specialities.",
  example: { query: 'fenmont.example' },
  moreExamples: [{ query: 'Fenmont' }, { query: 'https://www.pluello.example' }],
  params: object({
    query: textParam(
      'fenmont.example',
      "The company's domain (bare, with www. or as a web address), or its name; the legal form may be left out.",
    ),
  }),
  record: companyRecord,

  parse({ query }): CompanyQuery {
    const words = collapseSpace(query)
    const isHost = looksLikeHost(words)
    if (!isHost && !/[\p{L}\p{N}]/u.test(words))
      throw invalidParameter('query', 'must be a company name or a domain')
    if (!isHost && words.length > 200)
      throw invalidParameter('query', 'must be a name of at most 200 characters')
    return {
      domain: isHost ? readCompanyDomain(words, 'query') : null,
      name: looksLikeUrl(words) ? null : words.toLowerCase(),
    }
  },

  providers: [
    companySite,
    companyWikidata,
    companyFrenchRegister,
    companyNorwegianRegister,
    companyBritishRegister,
  ],
})
