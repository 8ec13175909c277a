// Company suggestions: companies whose name or domain begins with a text.
import { endpoint } from '../../contract/endpoint.ts'
import { found, notFound, type Outcome, type Page } from '../../contract/outcome.ts'
import { looksLikeUrl } from '../../contract/site.ts'
import { invalidParameter } from '../../errors.ts'
import { collapseSpace } from '../../extract/clean-text.ts'
import { companyDomain, looksLikeHost } from '../../extract/company-domain.ts'
import { list, nullable, object, text } from '../../lib/schema.ts'
import { domainInPath, suggestUrl } from './directory.ts'
import { type Suggestion, suggestionsIn } from './suggestions.ts'

const mostSuggestions = 10

const record = list(
  object({
    name: text('Fenmont'),
    domain: text('fenmont.example'),
    logo_url: nullable(text('https://www.company.example/logos/fenmont-7718.png')),
  }),
  { maxItems: mostSuggestions },
)

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
  paramsFromUrl: (url) => ({ query: askedFor(url) }),

  parse({ query }, site): { url: string } {
    const beginning = collapseSpace(query).toLowerCase()
    const isMachine =
      looksLikeUrl(beginning) || (looksLikeHost(beginning) && companyDomain(beginning) === null)
    if (isMachine || !/[\p{L}\p{N}]/u.test(beginning))
      throw invalidParameter('query', "must be the beginning of a company's name or domain")
    return { url: suggestUrl(site, beginning) }
  },

  async run(input, get) {
    return extractSuggestions(await get(input.url))
  },

  extract: extractSuggestions,
})

/** What was asked for where a page was saved; without it any text will do, since the answer alone is read. */
const askedFor = (url: string): string =>
  (URL.canParse(url) ? new URL(url).searchParams.get('q') : null) || (domainInPath(url) ?? 'company')

export function extractSuggestions(page: Page): Outcome<Suggestion[]> {
  if (page.status === 404 || page.status === 410) return notFound
  const { suggestions, reading } = suggestionsIn(page)
  return suggestions.length === 0 ? notFound : found(suggestions.slice(0, mostSuggestions), reading)
}
