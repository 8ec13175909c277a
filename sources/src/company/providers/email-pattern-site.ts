// Patterns inferred from the contacts that the directory publishes for a company.
import { found, notFound, provider } from '@quarry/kit'
import { assertReadable } from '@quarry/kit/read/walls'
import { readContacts } from '../contacts.ts'
import { buildCompanyUrl, isSearchPage, toParams } from '../directory.ts'
import { inferPatterns, type PatternShare } from '../infer-patterns.ts'
import type { DomainQuery } from '../records.ts'

export const emailPatternSite = provider<DomainQuery, PatternShare[]>({
  page: ({ domain }, site) => `${buildCompanyUrl(site, domain)}/contacts`,

  // Decision: a domain whose published addresses fit no pattern is not found, like one without addresses.
  extract(page, { domain }) {
    if (isSearchPage(page)) return notFound
    assertReadable(page)
    const { contacts, reading } = readContacts(page, domain)
    const patterns = inferPatterns(contacts)
    return patterns.length === 0 ? notFound : found(patterns, reading)
  },

  paramsFromUrl: toParams,
})
