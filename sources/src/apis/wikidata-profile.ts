// The profile of an organisation, from its item and what was fetched for it.
import type { Reading } from '@quarry/kit'
import { createListReader } from '@quarry/kit/read/list-reader'
import { toStaffRange } from '@quarry/kit/read/staff-range'
import { itemPage } from './wikidata.ts'
import { type Item, readDescription, readLabel } from './wikidata-item.ts'
import type { Surroundings } from './wikidata-lookup.ts'
import {
  findIndustryId,
  findName,
  readFoundedYear,
  readLogo,
  readProductIds,
  readSeats,
  readStaffCount,
} from './wikidata-organisation.ts'

export type Profile = NonNullable<ReturnType<typeof buildProfile>>

/** Null for an item without a name in the known languages. */
export function buildProfile(item: Item, { references, country, introduction, isCut }: Surroundings) {
  const name = readLabel(item)
  if (name === null) return null
  const lists = createListReader('wikidata')
  const staffCount = readStaffCount(item)
  return {
    name,
    /** The fields that records of companies share. */
    facts: {
      description: introduction?.text ?? readDescription(item),
      industry: findName(references, findIndustryId(item)),
      founded: readFoundedYear(item),
      staff_range: staffCount === null ? null : toStaffRange(staffCount),
      staff_count: staffCount,
      logo_url: readLogo(item),
      specialities: lists.side('specialities', readProductIds(item), (id) => findName(references, id)),
    },
    // Only the country of the first seat is known.
    seats: readSeats(item).map(({ cityId, street, postalCode }, index) => ({
      city: findName(references, cityId),
      street,
      postalCode,
      country: index === 0 ? country : null,
    })),
    lists,
    /** To be called after all lists are read. */
    getReading: (): Reading => ({
      ...lists.counted(),
      // The article where its text is used, because its licence requires that.
      source: introduction?.url ?? itemPage(item.id),
      ...(isCut ? { isPartial: true } : {}),
    }),
  }
}
