// Suppliers in Norway from the register in Brønnøysund: a search by the code of a trade or by name, and one company by
// its number or the address of its page there. Fields that the register does not have are null.
import { found, notFound, pageChanged, searchProvider } from '@quarry/kit'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asObject, asText, asTexts } from '@quarry/kit/read/values'
import {
  bronnoysund,
  bronnoysundHost,
  bronnoysundPageHost,
  entitiesUrl,
  entityPage,
  entitySearchPage,
  entityUrl,
  isEntityNumber,
  isTradeCode,
  lastEntityPage,
  readCounty,
  readEntities,
  readEntity,
  readFoundedYear,
  readLegalForm,
  readStaffCount,
  readTrades,
  readWebsite,
} from '../../apis/bronnoysund.ts'
import {
  createRegisterCompany,
  emptyAddress,
  emptySupplier,
  findType,
  foundInRegister,
  parseRegisterSearch,
  toProfile,
} from '../from-register.ts'
import type { SearchQuery, SearchRecord } from '../search-record.ts'
import type { Address, Supplier } from '../supplier.ts'

const searchPath = /^\/(?:enhetsregisteret\/api|(?:nb|nn|en)\/oppslag)\/enheter\/?$/
const searchForm = `https://${bronnoysundHost}/enhetsregisteret/api/enheter?navn=…`

export const bronnoysundSearch = searchProvider<SearchQuery, SearchRecord>({
  api: bronnoysund,
  example: { query: entitySearchPage('28.14') },
  addressHosts: [bronnoysundHost, bronnoysundPageHost],
  addressForm: `the URL of a search in the Norwegian register (${searchForm}, or naeringskode=…)`,
  inputs: {
    query: `The address of a search for a trade by its code, or for a company by name: \`${entitySearchPage('28.14')}\`, \`${searchForm}\`, each with &page_number=….`,
  },
  address: ({ url }) =>
    searchPath.test(url.pathname)
      ? parseRegisterSearch(url.searchParams, {
          register: 'bronnoysund',
          terms: ['navn', 'naeringskode'],
          page: { name: 'page', first: 0 },
          lastPage: lastEntityPage,
        })
      : null,
  cannotAnswer: ({ register }) =>
    register === 'bronnoysund'
      ? null
      : `must be the URL of a search in the Norwegian register (${searchForm})`,

  page: ({ term, page }) => entitiesUrl(term ?? '', page),

  extract(response, query) {
    const term = query.term ?? ''
    return foundInRegister('bronnoysund', query, {
      ...readEntities(response),
      toSupplier: toNorwegianSupplier,
      isByName: !isTradeCode(term),
      source: entitySearchPage(term),
    })
  },

  paramsFromUrl: (url, { text, integer }) => ({
    query: `${entitySearchPage(text('naeringskode', 'navn') ?? url)}&page_number=${(integer('page') ?? 0) + 1}`,
  }),
})

const pagePath = /^\/(?:enhetsregisteret\/api|(?:nb|nn|en)\/oppslag)\/enheter\/(\d{9})\/?$/

export const bronnoysundCompany = createRegisterCompany({
  api: bronnoysund,
  example: { query: entityPage('923609016') },
  addressHosts: [bronnoysundPageHost, bronnoysundHost],
  addressForm: `the URL of a company on ${bronnoysundPageHost} (/nb/oppslag/enheter/<number>)`,
  inputs: {
    query: `A Norwegian organisation number of nine digits, or the address of a company: \`${entityPage('923609016')}\`.`,
  },
  numberName: 'norwegianNumber',
  isNumber: isEntityNumber,
  pagePath,
  problem: 'must be an organisation number for the Norwegian register',
  toUrl: entityUrl,

  extract(response, number) {
    const entity = readEntity(response)
    if (entity === null) return notFound
    const supplier = toNorwegianSupplier(entity)
    if (supplier?.tgrams_id !== number) throw pageChanged('bronnoysund: another entity')
    return found(toProfile(supplier, readLegalForm(entity)), {
      form: 'bronnoysund',
      source: entityPage(number),
    })
  },

  paramsFromUrl: (url) => ({ query: entityPage(/\d{9}/.exec(url)?.[0] ?? url) }),
})

function toNorwegianSupplier(entity: JsonObject): Supplier | null {
  const number = asText(entity.organisasjonsnummer)
  const name = asText(entity.navn)
  if (number === null || !/^\d{9}$/.test(number) || name === null) return null
  const trades = readTrades(entity)
  const [main] = trades
  const staff = readStaffCount(entity)
  return {
    ...emptySupplier,
    url: entityPage(number),
    name,
    type: findType(main?.code ?? null),
    address: toAddress(asObject(entity.forretningsadresse)),
    heading: main?.label ? { name: main.label, description: null } : null,
    headings: main ? trades.map(({ code, label }) => ({ heading_id: code, natural_name: label })) : null,
    website: readWebsite(entity)?.url ?? null,
    tgrams_id: number,
    year_founded: readFoundedYear(entity),
    primary_phone: asText(entity.telefon),
    number_employees: staff === null ? null : String(staff),
  }
}

function toAddress(address: JsonObject | null): Address {
  if (address === null) return emptyAddress
  const lines = asTexts(address.adresse)
  const county = readCounty(address)
  return {
    ...emptyAddress,
    zip: asText(address.postnummer),
    city: asText(address.poststed),
    state: county.code,
    state_name: county.name,
    county: asText(address.kommune),
    country: asText(address.landkode) ?? asText(address.land),
    address1: lines[0] ?? null,
    address2: lines[1] ?? null,
    address3: lines.slice(2).join(', ') || null,
  }
}
