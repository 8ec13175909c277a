// An organisation with the names of what it names: its trade, its seat, its country, its products, and the first
// paragraph of its article. The sources make their records of it.
import type { Get } from '@quarry/kit/outcome'
import { createListReader, type ListReader } from '@quarry/kit/read/list-reader'
import { type StaffRange, toStaffRange } from '@quarry/kit/read/staff-range'
import { itemPage } from './wikidata.ts'
import { type Item, readDescription, readLabel } from './wikidata-item.ts'
import {
  fetchCountry,
  fetchIntroduction,
  fetchReferences,
  type Introduction,
  namesAtOnce,
} from './wikidata-lookup.ts'
import {
  findCountryId,
  findIndustryId,
  findName,
  type References,
  readFoundedYear,
  readLogo,
  readProductIds,
  readSeats,
  readStaffCount,
} from './wikidata-organisation.ts'

/** What has to be asked for beside the item itself. */
export type Surroundings = {
  references: References
  country: string | null
  introduction: Introduction | null
  /** More is named than could be asked for at once. */
  isCut: boolean
}

/** Of an item that was read alone. */
export const noSurroundings: Surroundings = {
  references: new Map(),
  country: null,
  introduction: null,
  isCut: false,
}

/** Two requests usually, one for names and one for the text; `more` are ids whose names the source wants as well. */
export async function fetchSurroundings(
  get: Get,
  item: Item,
  more: readonly string[] = [],
): Promise<Surroundings> {
  const seats = readSeats(item)
  const named = [
    findIndustryId(item),
    ...seats.flatMap(({ cityId, countryId }) => [cityId, countryId]),
    findCountryId(item),
    ...readProductIds(item),
    ...more,
  ]
  const ids = [...new Set(named.filter((id) => id !== null))]
  const references = await fetchReferences(get, ids.slice(0, namesAtOnce))
  return {
    references,
    country: await fetchCountry(get, item, references),
    introduction: await fetchIntroduction(get, item),
    isCut: ids.length > namesAtOnce,
  }
}

export type Profile = {
  name: string
  description: string | null
  industry: string | null
  founded: number | null
  staffCount: number | null
  staffRange: StaffRange | null
  logo: string | null
  specialities: string[]
  seats: { city: string | null; street: string | null; postalCode: string | null; country: string | null }[]
  /** Where people find it: the article where its text is shown, because its licence wants that, else the item. */
  source: string
  lists: ListReader
}

/** Null where the item has a name in no language that is asked for. */
export function buildProfile(
  item: Item,
  { references, country, introduction }: Surroundings,
): Profile | null {
  const name = readLabel(item)
  if (name === null) return null
  const lists = createListReader('wikidata')
  const staffCount = readStaffCount(item)
  return {
    name,
    description: introduction?.text ?? readDescription(item),
    industry: findName(references, findIndustryId(item)),
    founded: readFoundedYear(item),
    staffCount,
    staffRange: staffCount === null ? null : toStaffRange(staffCount),
    logo: readLogo(item),
    specialities: lists.side('specialities', readProductIds(item), (id) => findName(references, id)),
    // The country is that of the first seat; of further ones it would be a guess.
    seats: readSeats(item).map(({ cityId, street, postalCode }, index) => ({
      city: findName(references, cityId),
      street,
      postalCode,
      country: index === 0 ? country : null,
    })),
    source: introduction?.url ?? itemPage(item.id),
    lists,
  }
}
