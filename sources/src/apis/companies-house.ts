// The register of companies of the United Kingdom (Companies House): a search by name.
// Only facts about companies are stored: no officers, previous names or "care of" lines.
import { type Page, pageChanged } from '@quarry/kit/outcome'
import { buildForm, type Form, hasForm } from '@quarry/kit/read/has-form'
import { jsonObject } from '@quarry/kit/read/json-answer'
import { toEntries } from '@quarry/kit/read/list-reader'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asObject, asText } from '@quarry/kit/read/values'
import { upstreamApi } from '@quarry/kit/upstream-api'

const apiHost = 'api.company-information.service.gov.uk'

export const companiesHouse = upstreamApi({
  name: 'companies-house',
  title: 'Companies House',
  hosts: [apiHost],
  licence: 'OGL-UK-3.0',
  credit: 'Contains information of Companies House under the Open Government Licence v3.0',
  homepage: 'https://developer.company-information.service.gov.uk',
  // 600 in five minutes.
  pace: { perMinute: 120 },
  restSeconds: 300,
  headers: { accept: 'application/json' },
  credentials: { env: 'COMPANIES_HOUSE_API_KEY', basic: 'user' },
  redact: (page) => ({ ...page, body: JSON.stringify(redactAnswer(page)) }),
  redactVersion: 1,
})

const pageHost = 'find-and-update.company-information.service.gov.uk'

/** The most hits of one request; best matches come first. */
const maxHits = 100

export const britishSearchUrl = (name: string): string =>
  `https://${apiHost}/search/companies?${new URLSearchParams({ q: name, items_per_page: String(maxHits) })}`

/** Where a person finds a company. */
export const britishCompanyPage = (number: string): string => `https://${pageHost}/company/${number}`

const addressFields = ['locality', 'country']
const texts = ['company_number', 'company_status', 'date_of_creation', 'title']
const companyForm: Form = { ...buildForm('text', texts), address: buildForm('text', addressFields) }

const pick = (value: unknown, names: readonly string[]): JsonObject => {
  const object = asObject(value) ?? {}
  return Object.fromEntries(names.flatMap((name) => (name in object ? [[name, object[name]]] : [])))
}

/** The company with the listed fields only; empty where it has another form. */
const redactCompany = (company: JsonObject): JsonObject =>
  hasForm(company, companyForm)
    ? { ...pick(company, texts), address: pick(company.address, addressFields) }
    : {}

function redactAnswer(page: Page): { items: JsonObject[] } {
  const items = jsonObject(page)?.items
  if (!Array.isArray(items)) throw pageChanged('companies-house: no list of companies')
  return { items: toEntries(items).map(redactCompany) }
}

const isActive = ({ company_status: status }: JsonObject): boolean => status === 'active' || status === 'open'

/** The active companies of a search. Throws where one has another form. */
export function readBritishCompanies(page: Page): JsonObject[] {
  const { items } = redactAnswer(page)
  if (items.some((one) => asText(one.company_number) === null || asText(one.title) === null))
    throw pageChanged('companies-house: a company has another form')
  return items.filter(isActive)
}

const parts = new Set(['England', 'Wales', 'Scotland', 'Northern Ireland'])

/** `GB` for the United Kingdom and its parts, else the name of the country; null where it is not stated. */
export function readCountry(address: unknown): string | null {
  const country = asText(asObject(address)?.country)
  if (country === 'Not specified') return null
  const isBritish = country === 'United Kingdom' || country === 'Great Britain' || parts.has(country ?? '')
  return isBritish ? 'GB' : country
}

export const readCreationYear = (company: JsonObject): string | null =>
  /^\d{4}(?=-)/.exec(asText(company.date_of_creation) ?? '')?.[0] ?? null
