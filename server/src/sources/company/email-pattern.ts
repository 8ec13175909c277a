// E-mail patterns (interface 2.5): how a company forms its people's addresses, inferred from the contacts that the
// directory publishes.
import { endpoint } from '../../contract/endpoint.ts'
import { found, notFound, type Outcome, type Page } from '../../contract/outcome.ts'
import { readCompanyDomain } from '../../extract/company-domain.ts'
import { assertReadable } from '../../extract/walls.ts'
import { list, number, object, type Static, text } from '../../lib/schema.ts'
import { contactsIn } from './contacts.ts'
import { contactsUrl, isGone, queryFromUrl } from './directory.ts'
import { inferPatterns } from './infer-patterns.ts'

const record = list(
  object({
    pattern: text('[F].[L]', {
      description:
        '[F] given name, [L] surname, [F1] and [L1] their first letters, joined by nothing, `.` or `-`.',
    }),
    percentage: number(77.8, {
      description: 'Of all personal addresses seen at the domain, those that match no pattern included.',
      minimum: 0,
      maximum: 100,
    }),
  }),
)

type PatternInput = { domain: string; url: string }

export const emailPattern = endpoint({
  method: 'GET',
  path: '/v2/company/email_pattern',
  credits: 1,
  notFound: 'billed',
  summary: 'E-mail patterns',
  description: 'How the addresses at a domain are formed, the most frequent pattern first.',
  example: { query: 'fenmont.example' },
  params: object({
    query: text('fenmont.example', {
      description: "The company's domain: bare, with www. or as a web address.",
      maxLength: 2048,
    }),
  }),
  record,
  paramsFromUrl: queryFromUrl,

  parse({ query }, site): PatternInput {
    const domain = readCompanyDomain(query, 'query')
    return { domain, url: contactsUrl(site, domain) }
  },

  async run(input, get) {
    return extractPatterns(await get(input.url), input)
  },

  extract: extractPatterns,
})

/** Decision: a domain whose published addresses fit no pattern is not found, like one without addresses. */
export function extractPatterns(
  page: Page,
  input: Pick<PatternInput, 'domain'>,
): Outcome<Static<typeof record>> {
  if (isGone(page)) return notFound
  assertReadable(page)
  const { contacts, reading } = contactsIn(page, input.domain)
  const patterns = inferPatterns(contacts)
  return patterns.length === 0 ? notFound : found(patterns, reading)
}
