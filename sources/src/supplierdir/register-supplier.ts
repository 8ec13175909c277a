// Converts a company of the French register to a supplier. Fields that the register does not have are null.
import { toInteger, toNumber } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asObject, asText, asTexts, at } from '@quarry/kit/read/values'
import { frenchDepartments, frenchRegions, nafLabels } from '../apis/french-codes.ts'
import {
  companyPage,
  readFoundedYear,
  readPublic,
  readSeatCity,
  readSeatCountry,
  readStaffBand,
  type StaffBand,
} from '../apis/recherche-entreprises.ts'
import { emptySupplier } from './from-register.ts'
import type { Address, Supplier } from './supplier.ts'

const labels = {
  est_rge: 'RGE',
  est_bio: 'Agriculture biologique',
  est_qualiopi: 'Qualiopi',
  est_patrimoine_vivant: 'Entreprise du patrimoine vivant',
}

/** Null where the company has no number or no public name. */
export function toSupplier(company: JsonObject): Supplier | null {
  const { siren, nom_complet: fullName, siege } = company
  const name = typeof fullName === 'string' ? readPublic(fullName) : null
  const seat = asObject(siege)
  if (typeof siren !== 'string' || !/^\d{9}$/.test(siren) || name === null || !seat) return null
  // The codes of 2008 and of 2025; the register states both for a while.
  const trades = asTexts([company.activite_principale, company.activite_principale_naf25])
  const [trade = null] = trades
  const label = (trade !== null && nafLabels.get(trade)) || null
  const branches = toInteger(company.nombre_etablissements_ouverts)
  return {
    ...emptySupplier,
    url: companyPage(siren),
    name,
    // `M` is a manufacturer, `D` a distributor.
    type: asText(company.section_activite_principale) === 'C' ? 'M' : trade?.startsWith('46.') ? 'D' : null,
    address: toAddress(seat),
    heading: label === null ? null : { name: label, description: null },
    headings: trade === null ? null : [...new Set(trades)].map(toHeading),
    tgrams_id: siren,
    annual_sales: readSales(asObject(company.finances)),
    year_founded: readFoundedYear(company),
    number_employees: formatStaff(readStaffBand(company)),
    is_multi_location: branches === null ? null : branches > 1,
    capabilities: readLabels(asObject(company.complements)),
  }
}

const toHeading = (code: string) => ({ heading_id: code, natural_name: nafLabels.get(code) ?? null })

function formatStaff(band: StaffBand | null): string | null {
  if (band === null) return null
  const [least, most] = band
  if (most === null) return `${least}+`
  return least === most ? String(least) : `${least}-${most}`
}

function toAddress(seat: JsonObject): Address {
  const region = readPublic(seat.region)
  const department = readPublic(seat.departement)
  const street = [seat.numero_voie, seat.indice_repetition, seat.type_voie, seat.libelle_voie]
  return {
    zip: readPublic(seat.code_postal),
    city: readSeatCity(seat),
    zip4: null,
    state: region,
    county: (department !== null && frenchDepartments.get(department)) || null,
    country: readSeatCountry(seat),
    address1: street.map(readPublic).filter(Boolean).join(' ') || null,
    address2: readPublic(seat.complement_adresse),
    address3: readPublic(seat.distribution_speciale),
    latitude: toNumber(seat.latitude),
    longitude: toNumber(seat.longitude),
    state_name: (region !== null && frenchRegions.get(region)) || null,
  }
}

/** The turnover of the newest year that states one: `12500000 EUR (2024)`. */
function readSales(finances: JsonObject | null): string | null {
  const readYear = (year: string) => toInteger(at(finances, year, 'ca'))
  const years = Object.keys(finances ?? {}).toSorted()
  const newest = years.findLast((year) => /^\d{4}$/.test(year) && readYear(year) !== null)
  return newest === undefined ? null : `${readYear(newest)} EUR (${newest})`
}

function readLabels(complements: JsonObject | null): Supplier['capabilities'] {
  if (!complements) return null
  const names = Object.entries(labels).flatMap(([field, name]) => (complements[field] === true ? [name] : []))
  return names.length === 0 ? [] : [{ type: 'Labels', names }]
}
