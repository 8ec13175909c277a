// Company social profiles: the pages a company keeps on social networks, by its domain.
import { endpoint } from '../../contract/endpoint.ts'
import { found, notFound, type Outcome, type Page, pageChanged } from '../../contract/outcome.ts'
import { readCompanyDomain } from '../../extract/company-domain.ts'
import { type Dom, parseDom } from '../../extract/dom.ts'
import { jsonLd } from '../../extract/json-ld.ts'
import { createListReader } from '../../extract/list-reader.ts'
import { unwrapLink } from '../../extract/unwrap-link.ts'
import { asList, asText } from '../../extract/values.ts'
import { assertReadable } from '../../extract/walls.ts'
import { list, nullable, object, type Static, text } from '../../lib/schema.ts'
import { organizationOf } from './company-linked-data.ts'
import { companyShown } from './company-shown.ts'
import { companyUrl, domainOfPage, isGone, queryFromUrl } from './directory.ts'
import { profilesAt } from './social-profile.ts'

const record = object({
  domain: text('fenmont.example'),
  profiles: list(
    object({
      network: text('socialnet'),
      url: text('https://www.socialnet.example/company/fenmont'),
      handle: nullable(text('fenmont')),
    }),
  ),
})

type SocialRecord = Static<typeof record>
type SocialInput = { domain: string; url: string }

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
  paramsFromUrl: queryFromUrl,

  parse({ query }, site): SocialInput {
    const domain = readCompanyDomain(query, 'query')
    return { domain, url: companyUrl(site, domain) }
  },

  async run(input, get) {
    return extractSocial(await get(input.url), input)
  },

  extract: extractSocial,
})

export function extractSocial(page: Page, input: Pick<SocialInput, 'domain'>): Outcome<SocialRecord> {
  if (isGone(page)) return notFound
  assertReadable(page)
  const domain = domainOfPage(page) ?? input.domain
  const node = organizationOf(jsonLd(page.body), page.url)
  if (node?.sameAs !== undefined) {
    const lists = createListReader('json-ld')
    const profiles = profilesAt(asList(node.sameAs).map(asText), domain, lists)
    return found({ domain, profiles }, lists.counted())
  }
  const dom = parseDom(page)
  if (node === null && companyShown(dom, page.url).name === null)
    throw pageChanged('neither linked data nor a heading of a company')
  const lists = createListReader('dom')
  const profiles = profilesAt(profileLinks(dom, page.url), domain, lists)
  return found({ domain, profiles }, lists.counted())
}

/** Old pages link a company's profiles through the directory's own click counter. */
const profileLinks = (dom: Dom, pageUrl: string): (string | null)[] =>
  dom.all('a[rel~="me"]').map((link) => unwrapLink(link.attr('href') ?? '', pageUrl))
