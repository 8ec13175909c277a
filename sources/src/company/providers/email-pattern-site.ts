// Patterns inferred from the contacts that the directory publishes for a company.
import { found, notFound } from '@quarry/kit/outcome'
import { provider } from '@quarry/kit/provider'
import { assertReadable } from '@quarry/kit/read/walls'
import { contactsIn } from '../contacts.ts'
import { contactsUrl, leadsToSearch, queryFromUrl } from '../directory.ts'
import type { PatternQuery, PatternShare } from '../email-pattern-record.ts'
import { inferPatterns } from '../infer-patterns.ts'

export const emailPatternSite = provider<PatternQuery, PatternShare[]>({
  page: ({ domain }, site) => contactsUrl(site, domain),

  // Decision: a domain whose published addresses fit no pattern is not found, like one without addresses.
  extract(page, { domain }) {
    if (leadsToSearch(page)) return notFound
    assertReadable(page)
    const { contacts, reading } = contactsIn(page, domain)
    const patterns = inferPatterns(contacts)
    return patterns.length === 0 ? notFound : found(patterns, reading)
  },

  paramsFromUrl: queryFromUrl,
})
