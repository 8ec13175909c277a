// Company suggestions: companies whose name or domain begins with a text.
import { endpoint, invalidParameter, looksLikeUrl } from '@quarry/kit'
import { collapseSpace } from '@quarry/kit/read/clean-text'
import { companyDomain, looksLikeHost } from '@quarry/kit/read/company-domain'
import { object, text } from '@quarry/kit/schema'
import { suggestSite } from './providers/site.ts'
import { suggestWikidata } from './providers/wikidata.ts'
import { maxSuggestions, type SuggestQuery, suggestRecord } from './records.ts'

export const suggest = endpoint({
  method: 'GET',
  path: '/v2/company/suggest',
  credits: 1,
  notFound: 'free',
  summary: 'Company suggestions',
  description: `At most ${maxSuggestions} companies whose name or domain begins with the text.`,
  example: { query: 'fen' },
  moreExamples: [{ query: 'gal' }, { query: 'plu' }],
  params: object({
    query: text('fen', { description: "The beginning of a company's name or domain.", maxLength: 200 }),
  }),
  record: suggestRecord,

  parse({ query }): SuggestQuery {
    const beginning = collapseSpace(query).toLowerCase()
    const isMachineName =
      looksLikeUrl(beginning) || (looksLikeHost(beginning) && companyDomain(beginning) === null)
    if (isMachineName || !/[\p{L}\p{N}]/u.test(beginning))
      throw invalidParameter('query', "must be the beginning of a company's name or domain")
    return { beginning }
  },

  providers: [suggestSite, suggestWikidata],
})
