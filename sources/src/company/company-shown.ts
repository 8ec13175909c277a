// A company from what its page in the directory shows: the heading and the list of facts. The form of old pages, and
// what is left where the linked data is broken or lacks a fact.
import type { Dom } from '@quarry/kit/read/dom'
import { integerIn, toInteger } from '@quarry/kit/read/numbers'
import { staffRange } from '@quarry/kit/read/staff-range'
import { unwrapLink } from '@quarry/kit/read/unwrap-link'
import { writtenLink } from '@quarry/kit/read/written-link'
import type { CompanyFacts } from './company-record.ts'

export function companyShown(dom: Dom, pageUrl: string): CompanyFacts {
  const facts = factsIn(dom)
  const text = (label: string) => facts.get(label)?.text() ?? null
  const logo = dom.attr('src', 'img.company-logo')
  return {
    name: facts.size > 0 ? dom.text('h1') : null,
    website: writtenLink(facts.get('website'), pageUrl),
    description: dom.text('.company-description'),
    industry: text('industry'),
    founded: toInteger(/\b\d{4}\b/.exec(text('founded') ?? '')?.[0]),
    staff_range: staffRange(text('company size') ?? ''),
    staff_count: integerIn(text('headcount') ?? ''),
    headquarter: headquarterIn(text('headquarters')),
    logo_url: logo === null ? null : unwrapLink(logo, pageUrl),
    specialities: (facts.get('specialities')?.all('li') ?? [])
      .map((item) => item.text())
      .filter((item) => item !== null),
  }
}

/** The facts by their labels in lower case. */
function factsIn(dom: Dom): Map<string, Dom> {
  const facts = new Map<string, Dom>()
  for (const label of dom.all('dl.company-facts dt')) {
    const value = label.next()
    const name = label.text()?.replace(/ ?:$/, '').toLowerCase()
    if (name !== undefined && value?.tag === 'dd' && !facts.has(name)) facts.set(name, value)
  }
  return facts
}

/** "Hamburg, DE". */
function headquarterIn(text: string | null): CompanyFacts['headquarter'] {
  if (text === null) return null
  const [, city = null, country = null] = /^([^,]{1,100})(?:, ([^,]{2,100}))?$/.exec(text) ?? []
  return city === null ? null : { city, country: country ?? null }
}
