// The profiles that a company's own page in the directory names.
import { found, notFound, pageChanged } from '../../../contract/outcome.ts'
import { provider } from '../../../contract/provider.ts'
import { type Dom, parseDom } from '../../../extract/dom.ts'
import { jsonLd } from '../../../extract/json-ld.ts'
import { createListReader } from '../../../extract/list-reader.ts'
import { unwrapLink } from '../../../extract/unwrap-link.ts'
import { asList, asText } from '../../../extract/values.ts'
import { assertReadable } from '../../../extract/walls.ts'
import { organizationOf } from '../company-linked-data.ts'
import { companyShown } from '../company-shown.ts'
import { companyUrl, domainOfPage, leadsToSearch, queryFromUrl } from '../directory.ts'
import { profilesAt } from '../social-profile.ts'
import type { SocialQuery, SocialRecord } from '../social-record.ts'

export const socialSite = provider<SocialQuery, SocialRecord>({
  page: ({ domain }, site) => companyUrl(site, domain),

  extract(page, query) {
    if (leadsToSearch(page)) return notFound
    assertReadable(page)
    const domain = domainOfPage(page) ?? query.domain
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
  },

  paramsFromUrl: queryFromUrl,
})

/** Old pages link a company's profiles through the directory's own click counter. */
const profileLinks = (dom: Dom, pageUrl: string): (string | null)[] =>
  dom.all('a[rel~="me"]').map((link) => unwrapLink(link.attr('href') ?? '', pageUrl))
