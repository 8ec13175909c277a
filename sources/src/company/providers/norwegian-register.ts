// A company of Norway by its name, from the register in Brønnøysund.
import { found, notFound, pageChanged, provider } from '@quarry/kit'
import { toInteger } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { toStaffRange } from '@quarry/kit/read/staff-range'
import { asText, at } from '@quarry/kit/read/values'
import {
  bronnoysund,
  entitiesUrl,
  entityPage,
  isActive,
  isTradeCode,
  readEntities,
  readFoundedYear,
  readStaffCount,
  readTrades,
  readWebsite,
} from '../../apis/bronnoysund.ts'
import { chooseNamesake, removeLegalForm } from '../compare-names.ts'
import { type CompanyQuery, type CompanyRecord, emptyEntry, refuseDomain, toHeadquarter } from '../records.ts'

/** Best matches come first; namesakes are among them. */
const maxHits = 100

export const companyNorwegianRegister = provider<CompanyQuery, CompanyRecord>({
  api: bronnoysund,
  hasOnlySome: true,
  readsMissing: true,
  example: { query: 'Equinor ASA' },
  inputs: { query: 'The name of a Norwegian company; the legal form may be left out.' },
  cannotAnswer({ name }) {
    if (name === null) return refuseDomain('Norwegian')
    return isTradeCode(removeLegalForm(name))
      ? 'must be a company name for the Norwegian register, not a code'
      : null
  },

  page: ({ name }) => entitiesUrl(removeLegalForm(name ?? ''), 1, maxHits),

  extract(response, { name }) {
    const { companies: entities } = readEntities(response)
    const company = chooseNamesake(entities.filter(isActive), name ?? '', ({ navn }) => [asText(navn) ?? ''])
    const number = asText(company?.organisasjonsnummer)
    if (company === null || number === null) {
      if (entities.some(({ organisasjonsnummer }) => organisasjonsnummer === undefined))
        throw pageChanged('bronnoysund: an entity has another form')
      return notFound
    }
    return found(toRecord(company), { form: 'bronnoysund', source: entityPage(number) })
  },

  paramsFromUrl: (url, { text }) => ({ query: text('navn') ?? url }),
})

function toRecord(company: JsonObject): CompanyRecord {
  const website = readWebsite(company)
  const staff = readStaffCount(company)
  const address = company.forretningsadresse
  return {
    ...emptyEntry,
    name: asText(company.navn) ?? '',
    domain: website?.domain ?? null,
    website: website?.url ?? null,
    industry: readTrades(company)[0]?.label ?? null,
    founded: toInteger(readFoundedYear(company)),
    staff_range: staff === null ? null : toStaffRange(staff),
    staff_count: staff,
    headquarter: toHeadquarter(asText(at(address, 'poststed')), asText(at(address, 'landkode'))),
  }
}
