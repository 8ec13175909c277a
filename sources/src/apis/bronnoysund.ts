// The Norwegian register of legal entities (Enhetsregisteret in Brønnøysund): searches by name or by code of a trade,
// and single entities by number. Sole traders, e-mail addresses and mobile numbers are dropped by `redactResponse`.
import { type Page, pageChanged, upstreamApi } from '@quarry/kit'
import { isUrl } from '@quarry/kit/is-url'
import { companyDomain } from '@quarry/kit/read/company-domain'
import { buildForm, type Form } from '@quarry/kit/read/has-form'
import { jsonObject } from '@quarry/kit/read/json-answer'
import { keepForm } from '@quarry/kit/read/keep-form'
import { toEntries } from '@quarry/kit/read/list-reader'
import { toInteger } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asObject, asText, asTexts, at } from '@quarry/kit/read/values'

export const bronnoysundHost = 'data.brreg.no'

export const bronnoysund = upstreamApi({
  name: 'bronnoysund',
  title: 'Enhetsregisteret (Brønnøysund Register Centre)',
  hosts: [bronnoysundHost],
  licence: 'NLOD-2.0',
  credit: 'Contains data of the Brønnøysund Register Centre under the Norwegian licence NLOD 2.0',
  homepage: 'https://data.brreg.no',
  // It states no limit.
  rateLimit: { perSecond: 5 },
  headers: { accept: 'application/json' },
  redact: (page) => ({ ...page, body: JSON.stringify(redactResponse(page)) }),
  redactVersion: 1,
})

const entitiesPerPage = 25
/** It returns the first 10,000 entities of a search. */
const reach = 10_000
export const lastEntityPage = reach / entitiesPerPage

/** Companies, partnerships, cooperatives, foreign companies, public companies and foundations. */
const forms = 'AS,ASA,ANS,DA,KS,SA,BA,NUF,SE,SF,IKS,KF,FKF,STI'

/** A code of a trade at any level: `28`, `28.14`, `28.140`. */
export const isTradeCode = (term: string): boolean => /^\d\d(?:\.\d{1,3})?$/.test(term)

/** `page` counts from 1. */
export const entitiesUrl = (term: string, page: number, perPage = entitiesPerPage): string =>
  `https://${bronnoysundHost}/enhetsregisteret/api/enheter?${new URLSearchParams({
    [isTradeCode(term) ? 'naeringskode' : 'navn']: term,
    organisasjonsform: forms,
    konkurs: 'false',
    underAvvikling: 'false',
    underTvangsavviklingEllerTvangsopplosning: 'false',
    size: String(perPage),
    page: String(page - 1),
  })}`

export const entityUrl = (number: string): string =>
  `https://${bronnoysundHost}/enhetsregisteret/api/enheter/${number}`

export const bronnoysundPageHost = 'virksomhet.brreg.no'

/** Where a person finds an entity. */
export const entityPage = (number: string): string =>
  `https://${bronnoysundPageHost}/nb/oppslag/enheter/${number}`

/** The address of a search, as callers send it. */
export const entitySearchPage = (term: string): string =>
  `https://${bronnoysundHost}/enhetsregisteret/api/enheter?${new URLSearchParams({
    [isTradeCode(term) ? 'naeringskode' : 'navn']: term,
  })}`

const weights = [3, 2, 7, 6, 5, 4, 3, 2]

/** Nine digits with a check digit (modulo 11). */
export function isEntityNumber(text: string): boolean {
  if (!/^[89]\d{8}$/.test(text)) return false
  const sum = weights.reduce((total, weight, index) => total + weight * Number(text[index]), 0)
  return (11 - (sum % 11)) % 11 === Number(text[8])
}

const code: Form = { kode: 'text', beskrivelse: 'text' }
const texts = ['organisasjonsnummer', 'navn', 'hjemmeside', 'telefon', 'stiftelsesdato', 'slettedato']
const flags = ['konkurs', 'underAvvikling', 'underTvangsavviklingEllerTvangsopplosning']
const addressFields = ['postnummer', 'poststed', 'kommune', 'kommunenummer', 'landkode', 'land']

/** What passes `redactResponse`. */
const entityForm: Form = {
  ...buildForm('text', texts),
  ...buildForm('flag', flags),
  ...{ antallAnsatte: 'scalar', harRegistrertAntallAnsatte: 'flag' },
  ...buildForm(code, ['organisasjonsform', 'naeringskode1', 'naeringskode2', 'naeringskode3']),
  forretningsadresse: { ...buildForm('text', addressFields), adresse: ['text'] },
}
const countsForm = buildForm('scalar', ['totalElements', 'totalPages', 'number'])

/** Sole traders and other people. */
const people = new Set(['ENK', 'PERS'])
const isPerson = (entity: JsonObject): boolean =>
  people.has(asText(at(entity, 'organisasjonsform', 'kode')) ?? '')

/** The entity with the listed fields only; empty if it has another form, because it may then be a person. */
function redactEntity(entity: JsonObject): JsonObject {
  const redacted = keepForm(entity, entityForm)
  if (asText(at(redacted, 'organisasjonsform', 'kode')) === null) return {}
  const address = asObject(redacted?.forretningsadresse)
  // Lines such as "c/o" and "v/" name people.
  const lines = asTexts(address?.adresse).filter((line) => !/^\s*(?:c\/o|v\/)/i.test(line))
  return { ...redacted, ...(address ? { forretningsadresse: { ...address, adresse: lines } } : {}) }
}

function redactResponse(page: Page): JsonObject {
  const response = jsonObject(page)
  if (!response) throw pageChanged('bronnoysund: no JSON')
  if (!('page' in response))
    return isPerson(response) ? { organisasjonsform: response.organisasjonsform } : redactEntity(response)
  // A search without a match has no list.
  const list = at(response, '_embedded', 'enheter') ?? []
  if (!Array.isArray(list)) throw pageChanged('bronnoysund: no list of entities')
  const companies = toEntries(list).filter((entity) => !isPerson(entity))
  return {
    page: keepForm(response.page, countsForm),
    _embedded: { enheter: companies.map(redactEntity) },
    shown: toInteger(response.shown) ?? list.length,
  }
}

/**
 * The entities of a search; empty ones have another form than documented. `page` counts from 1, and with `isCut` there
 * are more than it returns.
 */
export function readEntities(page: Page) {
  const { page: counts, _embedded: embedded, shown } = redactResponse(page)
  const [total, number, pages] = ['totalElements', 'number', 'totalPages'].map((name) =>
    toInteger(at(counts, name)),
  )
  if (typeof total !== 'number' || typeof number !== 'number' || typeof pages !== 'number' || total < 0)
    throw pageChanged('bronnoysund: no count of entities')
  if (shown === 0 && total > number * entitiesPerPage && number < pages)
    throw pageChanged(`bronnoysund: none of ${total} entities in the answer`)
  const companies = toEntries(at(embedded, 'enheter'))
  const paging = { page: number + 1, perPage: entitiesPerPage, pages: Math.min(pages, lastEntityPage) }
  return { companies, total, ...paging, isCut: total > reach }
}

/** One entity; null if it was deleted or is a person. Throws if it has another form. */
export function readEntity(page: Page): JsonObject | null {
  const entity = redactResponse(page)
  if (isPerson(entity)) return null
  if (asText(entity.organisasjonsnummer) === null) throw pageChanged('bronnoysund: no entity')
  return isActive(entity) ? entity : null
}

/** Neither deleted, bankrupt nor being wound up. */
export const isActive = (entity: JsonObject): boolean =>
  asText(entity.slettedato) === null && !flags.some((flag) => entity[flag] === true)

/** Up to three, the main one first. */
export const readTrades = (entity: JsonObject) =>
  [entity.naeringskode1, entity.naeringskode2, entity.naeringskode3].flatMap((trade) => {
    const code = asText(at(trade, 'kode'))
    return code === null ? [] : [{ code, label: asText(at(trade, 'beskrivelse')) }]
  })

/** Most websites are registered without a scheme. */
export function readWebsite(entity: JsonObject): { url: string; domain: string } | null {
  const text = asText(entity.hjemmeside)
  const domain = text === null ? null : companyDomain(text)
  if (text === null || domain === null) return null
  const url = /^https?:\/\//i.test(text) ? text : `https://${text}`
  return isUrl(url) ? { url, domain } : null
}

/** Null also for fewer than five: the register then says only that there are employees. */
export const readStaffCount = (entity: JsonObject): number | null =>
  entity.harRegistrertAntallAnsatte === false ? null : toInteger(entity.antallAnsatte)

export const readFoundedYear = (entity: JsonObject): string | null =>
  /^\d{4}(?=-)/.exec(asText(entity.stiftelsesdato) ?? '')?.[0] ?? null

export const readLegalForm = (entity: JsonObject): string | null =>
  asText(at(entity, 'organisasjonsform', 'beskrivelse'))

/** Counties by the first two digits of a municipality's number, since 2024. */
const counties: Readonly<Record<string, string>> = {
  ...{ '03': 'Oslo', 11: 'Rogaland', 15: 'Møre og Romsdal', 18: 'Nordland', 21: 'Svalbard', 22: 'Jan Mayen' },
  ...{ 31: 'Østfold', 32: 'Akershus', 33: 'Buskerud', 34: 'Innlandet', 39: 'Vestfold', 40: 'Telemark' },
  ...{ 42: 'Agder', 46: 'Vestland', 50: 'Trøndelag', 55: 'Troms', 56: 'Finnmark' },
}

export function readCounty(address: unknown): { code: string | null; name: string | null } {
  const code = /^\d\d(?=\d\d$)/.exec(asText(at(address, 'kommunenummer')) ?? '')?.[0] ?? null
  return { code, name: (code !== null && counties[code]) || null }
}
