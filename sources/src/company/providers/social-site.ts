// The social profiles on a company's page in the directory. Network and handle are read from each profile's address.
import { found, notFound, pageChanged, provider } from '@quarry/kit'
import { companyDomain } from '@quarry/kit/read/company-domain'
import { decodePercent } from '@quarry/kit/read/decode-percent'
import { parseDom } from '@quarry/kit/read/dom'
import { jsonLd } from '@quarry/kit/read/json-ld'
import { createListReader } from '@quarry/kit/read/list-reader'
import { unwrapLink } from '@quarry/kit/read/unwrap-link'
import { asList, asText } from '@quarry/kit/read/values'
import { assertReadable } from '@quarry/kit/read/walls'
import { findOrganization, readShownFacts } from '../company-page.ts'
import { buildCompanyUrl, findPageDomain, isSearchPage, toParams } from '../directory.ts'
import type { DomainQuery, SocialProfile, SocialRecord } from '../records.ts'

export const socialSite = provider<DomainQuery, SocialRecord>({
  page: ({ domain }, site) => buildCompanyUrl(site, domain),

  extract(page, query) {
    if (isSearchPage(page)) return notFound
    assertReadable(page)
    const domain = findPageDomain(page) ?? query.domain
    const node = findOrganization(jsonLd(page.body), page.url)
    if (node?.sameAs !== undefined) return readProfiles(asList(node.sameAs).map(asText), domain, 'json-ld')
    const dom = parseDom(page)
    if (node === null && readShownFacts(dom, page.url).name === null)
      throw pageChanged('neither linked data nor a heading of a company')
    // Old pages link to profiles through the directory's own click counter.
    const links = dom.all('a[rel~="me"]').map((link) => unwrapLink(link.attr('href'), page.url))
    return readProfiles(links, domain, 'dom')
  },

  paramsFromUrl: toParams,
})

/** Each profile once. Links to the company's own pages are left out; a value that is not a link counts as unread. */
function readProfiles(links: readonly (string | null)[], domain: string, form: string) {
  const lists = createListReader(form)
  const outsideLinks = links
    .map((link) => ({ link, host: readHost(link) }))
    .filter(({ host }) => host !== domain && !host?.endsWith(`.${domain}`))
  const all = lists.main('profiles', outsideLinks, ({ link, host }): SocialProfile | null =>
    link === null || host === null
      ? null
      : { network: toNetwork(host), url: link, handle: readHandle(new URL(link)) },
  )
  const profiles = [...new Map(all.map((profile) => [profile.url, profile])).values()]
  return found({ domain, profiles }, lists.counted())
}

const readHost = (link: string | null): string | null =>
  link !== null && /^https?:\/\//i.test(link) ? companyDomain(link) : null

/** Second-level labels under which a country's registry sells names: `acme.co.uk` is Acme's. */
const registryLabels = new Set('co com org net ac gov'.split(' '))

/** `uk.socialnet.example` and `socialnet.co.uk` are `socialnet`. */
function toNetwork(host: string): string {
  const labels = host.split('.')
  const label = labels.at(-2) ?? ''
  return registryLabels.has(label) && labels.length > 2 ? (labels.at(-3) ?? label) : label
}

/** First path segments that name the kind of page; the handle follows them. */
const pageKinds = new Set(
  'company companies school showcase in user users u channel c pages groups people profile org'.split(' '),
)

function readHandle({ pathname }: URL): string | null {
  const [first = '', second = ''] = pathname.split('/').filter((segment) => segment !== '')
  const handle = pageKinds.has(first.toLowerCase()) ? second : first
  return decodePercent(handle).replace(/^@/, '') || null
}
