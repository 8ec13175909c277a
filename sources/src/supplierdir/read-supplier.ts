// Reads suppliers from the objects of a page state. These have the field names of the record in camelCase, with numbers
// for texts and texts for numbers.
import { isUrl } from '@quarry/kit/is-url'
import { toNumber } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { readFields } from '@quarry/kit/read/read-fields'
import { toSnakeCase } from '@quarry/kit/read/snake-case'
import { asBoolean, asObject, asObjects, asText, asTexts } from '@quarry/kit/read/values'
import type { TSchema } from '@quarry/kit/schema'
import {
  account,
  capability,
  heading,
  locationType,
  type NameMatch,
  nameMatch,
  person,
  type Supplier,
  supplier,
  video,
} from './supplier.ts'

export function toSupplier(item: JsonObject, pageUrl: string): Supplier | null {
  const fields = asObject(toSnakeCase(item)) ?? {}
  const shared = readSharedFields(item, fields, pageUrl)
  const brands = asObjects(fields.heading_brands).flatMap(({ name }) => asText(name) ?? [])
  return (
    shared && {
      ...readFields(supplier, fields),
      ...shared,
      rank: toDecimalText(fields.rank),
      heading_brands: Array.isArray(fields.heading_brands) ? brands.map((name) => ({ name })) : null,
      capabilities: readList(capability, fields.capabilities),
      videos: readList(video, fields.videos),
    }
  )
}

/** The supplier as a match of its name, or null if the object has no name. */
export function toNameMatch(item: JsonObject, pageUrl: string): NameMatch | null {
  const fields = asObject(toSnakeCase(item)) ?? {}
  const shared = readSharedFields(item, fields, pageUrl)
  return (
    shared && {
      ...readFields(nameMatch, fields),
      ...shared,
      social: readList(account, fields.social),
      premiums: readTexts(fields.premiums),
      personnel: readList(person, fields.personnel),
      location_types: readList(locationType, fields.location_types) ?? [],
    }
  )
}

/** The fields of both records that need more than their schema. */
function readSharedFields(item: JsonObject, fields: JsonObject, pageUrl: string) {
  const name = asText(fields.name)
  if (name === null) return null
  return {
    url: buildProfileUrl({ link: asText(fields.url), name, id: asText(fields.tgrams_id) }, pageUrl),
    name,
    headings: readList(heading, fields.headings),
    other_activities: readTexts(fields.other_activities),
    partner_verified: readPartnerMark(item),
  }
}

/** A missing list is null, not empty: the specification distinguishes "none" from "not stated". */
export const readList = <S extends TSchema>(schema: S, value: unknown) =>
  Array.isArray(value) ? asObjects(value).map((item) => readFields(schema, item)) : null

export const readTexts = (value: unknown): string[] | null => (Array.isArray(value) ? asTexts(value) : null)

/** The field has the name of the partner that grants the mark: `partnerVerified`, `<partner>Verified`. */
function readPartnerMark(item: JsonObject): boolean | null {
  const mark = asBoolean(item.partnerVerified)
  if (mark !== null) return mark
  const key = Object.keys(item).find(
    (name) =>
      /^[a-z][A-Za-z0-9]{0,40}Verified$/.test(name) && !/^(?:is|has|was|email|phone|address)/.test(name),
  )
  return key === undefined ? null : asBoolean(item[key])
}

/** A decimal number as text without an exponent; a text without one is unchanged. */
function toDecimalText(value: unknown): string | null {
  const number = toNumber(value)
  if (number === null) return null
  const text = String(value).trim()
  if (!/e/i.test(text)) return text
  return Math.abs(number) < 1e21 ? removeTrailingZeros(number.toFixed(12)) : null
}

function removeTrailingZeros(decimal: string): string {
  let end = decimal.length
  while (decimal[end - 1] === '0') end -= 1
  return decimal.slice(0, decimal[end - 1] === '.' ? end - 1 : end)
}

/**
 * The absolute address of a supplier's profile: the page's link, without the counters of a result list. Decision:
 * without a link it is built in the site's form /company/<slug>-<id>/profile, which the id alone resolves; without an
 * id it is null.
 */
export function buildProfileUrl(
  { link, name, id }: Record<'link' | 'name' | 'id', string | null>,
  pageUrl: string,
): string | null {
  const linked = link === null ? null : toAbsoluteUrl(link, pageUrl)
  if (linked) {
    linked.search = ''
    linked.hash = ''
    return linked.href
  }
  if (name === null || id === null || !/^\w{1,40}$/.test(id)) return null
  return toAbsoluteUrl(`/company/${toSlug(name)}-${id}/profile`, pageUrl)?.href ?? null
}

export function toAbsoluteUrl(link: string, base: string): URL | null {
  if (!isUrl(link, base)) return null
  const url = new URL(link, base)
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : null
}

export const toSlug = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .join('-')
