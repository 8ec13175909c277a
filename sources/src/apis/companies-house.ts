// The register of companies of the United Kingdom (Companies House): searches by name or by code of a trade, and single
// companies by number. Only facts about companies are stored: no officers, previous names or "care of" lines.
import { isMissing, type Page, pageChanged, upstreamApi } from '@quarry/kit'
import { isUrl } from '@quarry/kit/is-url'
import { buildForm, type Form } from '@quarry/kit/read/has-form'
import { jsonObject } from '@quarry/kit/read/json-answer'
import { keepForm } from '@quarry/kit/read/keep-form'
import { toEntries } from '@quarry/kit/read/list-reader'
import { toInteger } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asObject, asText } from '@quarry/kit/read/values'

export const companiesHouseHost = 'api.company-information.service.gov.uk'

export const companiesHouse = upstreamApi({
  name: 'companies-house',
  title: 'Companies House',
  hosts: [companiesHouseHost],
  licence: 'OGL-UK-3.0',
  credit: 'Contains information of Companies House under the Open Government Licence v3.0',
  homepage: 'https://developer.company-information.service.gov.uk',
  // 600 in five minutes.
  rateLimit: { perMinute: 120 },
  restSeconds: 300,
  headers: { accept: 'application/json' },
  credentials: { env: 'COMPANIES_HOUSE_API_KEY', basic: 'user' },
  redact: (page) => ({ ...page, body: JSON.stringify(redactResponse(page)) }),
  redactVersion: 2,
})

export const companiesHousePageHost = 'find-and-update.company-information.service.gov.uk'

/** The most hits of one search by name; best matches come first. */
const maxHits = 100

export const britishSearchUrl = (name: string): string =>
  `https://${companiesHouseHost}/search/companies?${new URLSearchParams({ q: name, items_per_page: String(maxHits) })}`

export const britishCompaniesPerPage = 25
/** It returns the first 10,000 companies of an advanced search. */
const reach = 10_000
export const lastBritishPage = reach / britishCompaniesPerPage

/** A code of the British standard classification (SIC 2007): `28140`. */
export const isSicCode = (term: string): boolean => /^\d{5}$/.test(term)

const nameTerm = (term: string) => ({ [isSicCode(term) ? 'sic_codes' : 'company_name_includes']: term })

/** An advanced search for active companies; `page` counts from 1. */
export const britishCompaniesUrl = (term: string, page: number): string =>
  `https://${companiesHouseHost}/advanced-search/companies?${new URLSearchParams({
    ...nameTerm(term),
    company_status: 'active,open',
    size: String(britishCompaniesPerPage),
    start_index: String((page - 1) * britishCompaniesPerPage),
  })}`

/** The address of an advanced search, as callers send it. */
export const britishSearchPage = (term: string): string =>
  `https://${companiesHouseHost}/advanced-search/companies?${new URLSearchParams(nameTerm(term))}`

export const britishCompanyUrl = (number: string): string => `https://${companiesHouseHost}/company/${number}`

/** Where a person finds a company. */
export const britishCompanyPage = (number: string): string =>
  `https://${companiesHousePageHost}/company/${number}`

/** Eight digits, or letters of a part of the register and digits: `SC123456`, `R0000012`, `IP12345R`. */
export const isBritishNumber = (text: string): boolean => /^(?:\d{8}|[A-Z]{2}\d{5}[\dR]|R\d{7})$/.test(text)

const addressForm = buildForm('text', [
  ...['premises', 'address_line_1', 'address_line_2', 'locality', 'region', 'postal_code', 'country'],
])
const addresses = ['address', 'registered_office_address']

/** What passes `redactResponse`. Each kind of response has its own name for the name of a company and for its type. */
const companyForm: Form = {
  ...buildForm('text', ['company_number', 'company_status', 'date_of_creation', 'title', 'company_name']),
  ...buildForm('text', ['company_type', 'type']),
  sic_codes: ['text'],
  ...buildForm(addressForm, addresses),
}

/** The company with the listed fields only; empty if it has another form. */
function redactCompany(company: JsonObject): JsonObject {
  const redacted = keepForm(company, companyForm) ?? {}
  for (const name of addresses) if (redacted[name]) redacted[name] = removeCareOf(redacted[name])
  return redacted
}

/** The address without lines such as "c/o", which name people. */
const removeCareOf = (address: unknown): JsonObject =>
  Object.fromEntries(
    Object.entries(asObject(address) ?? {}).filter(([, line]) => !/^\s*c\/o\b/i.test(asText(line) ?? '')),
  )

const isAdvancedSearch = ({ url }: Page): boolean =>
  isUrl(url) && new URL(url).pathname.startsWith('/advanced-search/')

function redactResponse(page: Page): JsonObject {
  // An advanced search without a match is 404 without a body.
  if (isMissing(page) && page.body.trim() === '' && isAdvancedSearch(page)) return { hits: 0, items: [] }
  const response = jsonObject(page)
  if (!response) throw pageChanged('companies-house: no JSON')
  if ('company_number' in response) return redactCompany(response)
  if (!Array.isArray(response.items)) throw pageChanged('companies-house: no list of companies')
  return { hits: response.hits, items: toEntries(response.items).map(redactCompany) }
}

const isActive = ({ company_status: status }: JsonObject): boolean => status === 'active' || status === 'open'

/** The active companies of a search by name. Throws if one has another form. */
export function readBritishCompanies(page: Page): JsonObject[] {
  const items = toEntries(redactResponse(page).items)
  if (items.some((item) => asText(item.company_number) === null || asText(item.title) === null))
    throw pageChanged('companies-house: a company has another form')
  return items.filter(isActive)
}

/**
 * The companies of an advanced search; empty ones have another form than documented. `page` is the requested one.
 * `total` is null beyond the last company, for which the API states no number; with `isCut` there may be more than it
 * returns.
 */
export function readAdvancedSearch(response: Page, page: number) {
  const { items, hits } = redactResponse(response)
  const companies = toEntries(items)
  const total = toInteger(hits)
  if (total === null || total < companies.length) throw pageChanged('companies-house: no count of companies')
  const first = (page - 1) * britishCompaniesPerPage
  if (companies.length === 0 && total > first)
    throw pageChanged(`companies-house: none of ${total} companies in the answer`)
  const stated = total === 0 && page > 1 ? null : total
  const pages = stated && Math.min(Math.ceil(stated / britishCompaniesPerPage), lastBritishPage)
  return { companies, total: stated, page, perPage: britishCompaniesPerPage, pages, isCut: total >= reach }
}

/** One company; null if it is no longer active. Throws if it has another form. */
export function readBritishCompany(page: Page): JsonObject | null {
  const company = redactResponse(page)
  if (asText(company.company_number) === null) throw pageChanged('companies-house: no company')
  return isActive(company) ? company : null
}

const parts = new Set(['England', 'Wales', 'Scotland', 'Northern Ireland'])

/** `GB` for the United Kingdom and its parts, else the name of the country; null if it is not stated. */
export function readCountry(address: unknown): string | null {
  const country = asText(asObject(address)?.country)
  if (country === 'Not specified') return null
  const isBritish = country === 'United Kingdom' || country === 'Great Britain' || parts.has(country ?? '')
  return isBritish ? 'GB' : country
}

export const readCreationYear = (company: JsonObject): string | null =>
  /^\d{4}(?=-)/.exec(asText(company.date_of_creation) ?? '')?.[0] ?? null
