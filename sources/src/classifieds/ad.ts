// Reads one classified ad. The site uses the record's own field names, so most fields are read by the schema.
import { toDateTime } from '@quarry/kit/read/dates'
import { toInteger, toNumber } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { readFields } from '@quarry/kit/read/read-fields'
import { asBoolean, asList, asObjects, asText, asTexts, at } from '@quarry/kit/read/values'
import { type AdAttribute, type AdRecord, ad } from './search-record.ts'

/** The ad, or null without an id or a title. The id is also the end of the ad's address. */
export function readAd(item: JsonObject): AdRecord | null {
  const fields = readFields(ad, item)
  const { subject, url, location } = fields
  const id = fields.list_id ?? toInteger(/\/(\d{1,15})(?:\.htm)?\/?$/.exec(url ?? '')?.[1])
  if (id === null || subject === null) return null
  return {
    ...fields,
    list_id: id,
    subject,
    body: typeof item.body === 'string' ? item.body : null,
    first_publication_date: toLocalTime(item.first_publication_date),
    index_date: toLocalTime(item.index_date),
    price: toNumbers(item.price),
    attributes: asObjects(item.attributes)
      .map(readAttribute)
      .filter((attribute) => attribute !== null),
    location: { ...location, feature: readFeature(at(item.location, 'feature')) },
  }
}

const toLocalTime = (value: unknown): string | null => toDateTime(value)?.local.replace('T', ' ') ?? null

const toNumbers = (value: unknown): number[] =>
  asList(value)
    .map(toNumber)
    .filter((number) => number !== null)

function readAttribute(item: JsonObject): AdAttribute | null {
  const key = asText(item.key)
  if (key === null) return null
  const label = asText(item.key_label)
  const generic = asBoolean(item.generic)
  return {
    key,
    value: asText(item.value),
    values: asTexts(item.values),
    ...(generic && label !== null ? { key_label: label } : {}),
    value_label: asText(item.value_label),
    generic,
  }
}

/** The place as GeoJSON, or null without coordinates and properties. */
function readFeature(feature: unknown): AdRecord['location']['feature'] {
  const coordinates = toNumbers(at(feature, 'geometry', 'coordinates'))
  const properties = at(feature, 'properties') ?? null
  if (coordinates.length === 0 && properties === null) return null
  return {
    type: asText(at(feature, 'type')),
    geometry: { type: asText(at(feature, 'geometry', 'type')), coordinates },
    properties,
  }
}
