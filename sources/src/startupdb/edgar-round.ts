// Builds the records of a funding round from its filings. A round is named by form and issuer and identified by its
// accession number. Filings count investors without naming them, and have no pictures and no press.
import { filerUuid, filingUuid } from '../apis/sec-edgar.ts'
import type { Filing } from './edgar-filing.ts'
import type { Identifier } from './identifiers.ts'
import type { OpenFields, RoundRecord, RoundSummary } from './round-records.ts'

const maxSlugChars = 150

/** `Otter & Sons, Inc.` → `otter-sons-inc`. */
const toSlug = (name: string): string =>
  name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .join('-')
    .slice(0, maxSlugChars) || 'round'

const toIdentifier = (filing: Filing, accession: string): Identifier => ({
  uuid: filingUuid({ accession, cik: filing.cik }),
  value: `Form ${filing.form} - ${filing.name}`,
  image_id: null,
  permalink: `${toSlug(filing.name)}--${accession}`,
  entity_def_id: 'funding_round',
})

const toOrganization = ({ cik, name }: Filing): RoundSummary['funded_organization_identifier'] => ({
  role: 'investee',
  uuid: filerUuid(cik),
  value: name,
  image_id: null,
  permalink: `${toSlug(name)}--${cik}`,
  entity_def_id: 'organization',
})

/** Amounts are in dollars. Filings do not name investors, so the lead investors are unknown. */
const toOpenFields = ({ soldUsd, firstSaleOn }: Filing, filedOn: string | null): OpenFields => ({
  money_raised: soldUsd === null ? null : { amount: soldUsd, currency: 'USD', usd: soldUsd },
  announced_on: firstSaleOn ?? filedOn,
  lead_investors: null,
})

export function toSummary(filing: Filing, accession: string, filedOn: string | null): RoundSummary {
  const identifier = toIdentifier(filing, accession)
  return {
    uuid: identifier.uuid,
    identifier,
    investment_type: filing.type,
    investor_identifiers: [],
    funded_organization_identifier: toOrganization(filing),
    // Only a Form C is filed before its offer is made.
    ...toOpenFields(filing, filing.form === 'C' ? filedOn : null),
  }
}

/** The round that began with the filing `first`, in the state of its latest filing. */
export function toRound(first: Filing, accession: string, latest: Filing): RoundRecord {
  const overview = {
    investment_type: latest.type,
    preview_properties: {
      announced_on: { is_present: latest.isDated },
      money_raised: { is_present: latest.hasAmount },
    },
    funded_organization_identifier: toOrganization(first),
  }
  return {
    ...toIdentifier(first, accession),
    num_investors: latest.investors,
    ...toOpenFields({ ...latest, firstSaleOn: latest.firstSaleOn ?? first.firstSaleOn }, null),
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
