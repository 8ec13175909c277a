// A funding round as a filing tells of it: named by its form and its issuer, known by its accession number. Investors
// are counted and never named, and no filing has pictures or press.
import { filerUuid, filingUuid } from '../apis/sec-edgar.ts'
import type { Filing } from './edgar-filing.ts'
import type { RoundRecord } from './funding-round-record.ts'
import type { RoundSummary } from './funding-rounds-record.ts'
import type { Identifier } from './identifiers.ts'

const maxSlugChars = 150

/** `Otter & Sons, Inc.` → `otter-sons-inc`. */
const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .join('-')
    .slice(0, maxSlugChars) || 'round'

const identifierOf = (filing: Filing, accession: string): Identifier => ({
  uuid: filingUuid({ accession, cik: filing.cik }),
  value: `Form ${filing.form} - ${filing.name}`,
  image_id: null,
  permalink: `${slugOf(filing.name)}--${accession}`,
  entity_def_id: 'funding_round',
})

const organizationOf = ({ cik, name }: Filing): RoundSummary['funded_organization_identifier'] => ({
  role: 'investee',
  uuid: filerUuid(cik),
  value: name,
  image_id: null,
  permalink: `${slugOf(name)}--${cik}`,
  entity_def_id: 'organization',
})

export function summaryOf(filing: Filing, accession: string): RoundSummary {
  const identifier = identifierOf(filing, accession)
  return {
    uuid: identifier.uuid,
    identifier,
    investment_type: filing.type,
    investor_identifiers: [],
    funded_organization_identifier: organizationOf(filing),
  }
}

/** The round that began with `first`, as the latest of its filings that was read tells of it. */
export function roundOf(first: Filing, accession: string, latest: Filing): RoundRecord {
  const overview = {
    investment_type: latest.type,
    preview_properties: {
      announced_on: { is_present: latest.isDated },
      money_raised: { is_present: latest.hasAmount },
    },
    funded_organization_identifier: organizationOf(first),
  }
  return {
    ...identifierOf(first, accession),
    num_investors: latest.investors,
    overview_fields_v2: overview,
    cards: {
      timeline: { count: null, entities: [] },
      investors_list: [],
      investors_headline: { num_investors: latest.investors },
      overview_fields_v2: overview,
      lead_investors_image_list: [],
    },
  }
}
