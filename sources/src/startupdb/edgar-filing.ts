// Reads filings of Form D and Form C, and builds the records of a funding round from them. A round is named by form and
// issuer and identified by its accession number. Filings count investors without naming them, and `redactSec` has
// removed all persons before.
import { type Page, pageChanged } from '@quarry/kit'
import { decodeEntities } from '@quarry/kit/read/clean-text'
import { toDate } from '@quarry/kit/read/dates'
import { toInteger } from '@quarry/kit/read/numbers'
import { asBoolean } from '@quarry/kit/read/values'
import { xmlLeaves } from '@quarry/kit/read/xml-leaves'
import { filerUuid, filingUuid } from '../apis/sec-edgar.ts'
import type { Identifier } from './identifiers.ts'
import type { InvestmentType, OpenFields, RoundRecord, RoundSummary } from './round-records.ts'

export type Filing = ReturnType<typeof readFormD>

type Read = (path: string) => string | null

/** The filing, or `other` for a form that reports no round. Throws pageChanged if it cannot be read. */
export function readFiling({ body }: Page): Filing | 'other' {
  const { leaves, isWhole } = xmlLeaves(body)
  const texts = new Map(leaves.map(({ path, raw }) => [path, decodeEntities(raw.slice(0, 2000)).trim()]))
  const read: Read = (path) => texts.get(`edgarSubmission/${path}`) || null
  const form = read('submissionType') ?? read('headerData/submissionType')
  if (!isWhole || form === null) throw pageChanged('the filing is incomplete')
  if (form === 'D' || form === 'D/A') return readFormD(form, read)
  return form === 'C' || form === 'C/A' || form === 'C-U' ? readFormC(form, read) : 'other'
}

const securities = 'offeringData/typesOfSecuritiesOffered'
const fundIndustries = ['Pooled Investment Fund', 'REITS and Finance']

function readFormD(form: string, read: Read) {
  const sold = readNumber(read, 'offeringData/offeringSalesAmounts/totalAmountSold')
  const firstSaleOn = toDate(read('offeringData/typeOfFiling/dateOfFirstSale/value'))
  const amends = read('offeringData/typeOfFiling/newOrAmendment/previousAccessionNumber')
  return {
    /** `D`, `D/A`, `C`, `C-U`, …. */
    form,
    ...readIssuer(read, 'primaryIssuer/cik', 'primaryIssuer/entityName'),
    type: readType(read),
    /** A fund or trust that collects money to invest it, not a company that raises money. */
    isFund:
      readFlag(read, `${securities}/isPooledInvestmentFundType`) ||
      fundIndustries.includes(read('offeringData/industryGroup/industryGroupType') ?? ''),
    /** Null if the form does not ask for their number. */
    investors: readNumber(read, 'offeringData/investors/totalNumberAlreadyInvested'),
    isDated: firstSaleOn !== null,
    firstSaleOn,
    hasAmount: sold !== null && sold > 0,
    /** Null if the filing does not state one amount. */
    soldUsd: sold !== null && sold > 0 ? sold : null,
    /** The accession number of the filing that this one amends. */
    amends: /^\d{10}-\d{2}-\d{6}$/.test(amends ?? '') ? (amends ?? '').replaceAll('-', '') : null,
  }
}

/** By the kind of security, which never states the letter of a series; null if several kinds are sold. */
function readType(read: Read): InvestmentType | null {
  const other = readFlag(read, `${securities}/isOtherType`)
    ? read(`${securities}/descriptionOfOtherType`)
    : null
  const types: InvestmentType[] = []
  if (readFlag(read, `${securities}/isEquityType`)) types.push('series_unknown')
  if (readFlag(read, `${securities}/isDebtType`)) types.push('debt_financing')
  if (other !== null && (/\bSAFEs?\b/.test(other) || /future equity|convertible/i.test(other)))
    types.push('convertible_note')
  return types.length === 1 ? (types[0] ?? null) : null
}

// Decision: a Form C is filed before its offer is made, so its own date is that of the announcement. Only progress
// updates state the amount raised.
const readFormC = (form: string, read: Read): Filing => ({
  form,
  ...readIssuer(
    read,
    'headerData/filerInfo/filer/filerCredentials/filerCik',
    'formData/issuerInformation/issuerInfo/nameOfIssuer',
  ),
  type: 'equity_crowdfunding',
  isFund: false,
  investors: null,
  isDated: true,
  firstSaleOn: null,
  hasAmount: /\$\s?\d/.test(read('formData/issuerInformation/progressUpdate') ?? ''),
  soldUsd: findOneAmount(read('formData/issuerInformation/progressUpdate') ?? ''),
  amends: null,
})

/** The amount of a sentence such as "raised $12,500 so far"; null if it names none or several. */
function findOneAmount(text: string): number | null {
  const amounts = text.match(/\$\s?\d[\d,]{0,15}(?:\.\d{1,2})?(?![\d.])/g) ?? []
  const [amount] = amounts
  return amounts.length === 1 && amount !== undefined ? Number(amount.replace(/[$,\s]/g, '')) : null
}

function readIssuer(read: Read, cikPath: string, namePath: string) {
  const [cik, name] = [read(cikPath), read(namePath)]
  if (cik === null || !/^\d{1,10}$/.test(cik) || name === null)
    throw pageChanged('a filing without an issuer')
  return { cik: cik.padStart(10, '0'), name }
}

function readNumber(read: Read, path: string): number | null {
  const text = read(path)
  const number = toInteger(text)
  if (text !== null && (number === null || number < 0)) throw pageChanged(`${path} is not a number`)
  return number
}

/** A kind that is not sold is missing or false. */
function readFlag(read: Read, path: string): boolean {
  const text = read(path)
  const flag = asBoolean(text)
  if (text !== null && flag === null) throw pageChanged(`${path} is neither true nor false`)
  return flag ?? false
}

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
