// Company suggestions: companies whose name or domain begins with a text.
import { endpoint } from '../../contract/endpoint.ts'
import { looksLikeUrl } from '../../contract/site.ts'
import { invalidParameter } from '../../errors.ts'
import { collapseSpace } from '../../extract/clean-text.ts'
import { companyDomain, looksLikeHost } from '../../extract/company-domain.ts'
import { object, text } from '../../lib/schema.ts'
import { suggestSite } from './providers/suggest-site.ts'
import { suggestWikidata } from './providers/wikidata-suggest.ts'
import { mostSuggestions, record, type SuggestQuery } from './suggest-record.ts'

export const suggest = endpoint({
  method: 'GET',
  path: '/v2/company/suggest',
  credits: 1,
  notFound: 'free',
  summary: 'Company suggestions',
  description: `At most ${mostSuggestions} companies whose name or domain begins with the text.`,
  example: { query: 'fen' },
  params: object({
    query: text('fen', { description: "The beginning of a company's name or domain.", maxLength: 200 }),
  }),
  record,

  parse({ query }): SuggestQuery {
    const beginning = collapseSpace(query).toLowerCase()
    const isMachine =
      looksLikeUrl(beginning) || (looksLikeHost(beginning) && companyDomain(beginning) === null)
    if (isMachine || !/[\p{L}\p{N}]/u.test(beginning))
      throw invalidParameter('query', "must be the beginning of a company's name or domain")
    return { beginning }
  },

  providers: [suggestSite, suggestWikidata],
})
