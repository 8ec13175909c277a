// The profiles that a company's own page in the directory names.
import { found, notFound, pageChanged } from '@quarry/kit/outcome'
import { provider } from '@quarry/kit/provider'
import { type Dom, parseDom } from '@quarry/kit/read/dom'
import { jsonLd } from '@quarry/kit/read/json-ld'
import { createListReader } from '@quarry/kit/read/list-reader'
import { unwrapLink } from '@quarry/kit/read/unwrap-link'
import { asList, asText } from '@quarry/kit/read/values'
import { assertReadable } from '@quarry/kit/read/walls'
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
