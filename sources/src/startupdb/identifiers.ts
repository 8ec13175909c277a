// How a startup database refers to a subject: id, display name, picture, permalink and kind. All records of the source
// consist of such references.
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { readFields } from '@quarry/kit/read/read-fields'
import { asText } from '@quarry/kit/read/values'
import { list, namedObject, nullable, type Static, text } from '@quarry/kit/schema'

const uuid = text('5f0f2a2e-6c6d-4d0e-9f55-0f5ac2b1a001', { format: 'uuid' })
const value = text('Veltora Software', 'The name as the site shows it.')

const fields = {
  uuid,
  value,
  image_id: nullable(text('logos/veltora-4821', "The site's id of a picture.")),
  permalink: nullable(text('veltora-software', 'The last part of the address of its page on the site.')),
  entity_def_id: nullable(
    text('organization', 'The kind of entity: organization, person, funding_round, ….'),
  ),
}

export const identifier = namedObject('StartupdbIdentifier', fields)
export type Identifier = Static<typeof identifier>

const investor = namedObject('StartupdbInvestor', { role: nullable(text('investor')), ...fields })
export const investorIdentifiers = list(investor)

/** This object is always there, also if the page does not name the organization. */
export const fundedOrganization = namedObject('StartupdbFundedOrganization', {
  role: nullable(text('investee')),
  ...fields,
  uuid: nullable(uuid),
  value: nullable(value),
})

/** In the site's words, which may include types that the search does not accept. */
export const investmentType = nullable(
  text('series_a', 'Usually one of the values of the parameter `investment_type`.'),
)

export const toFundedOrganization = (item: unknown): Static<typeof fundedOrganization> =>
  readFields(fundedOrganization, item)

/** A reference that may lack its id; null without a name. */
export function toReference(item: unknown): (Omit<Identifier, 'uuid'> & { uuid: string | null }) | null {
  const { role: _, uuid: id, value: name, ...rest } = toFundedOrganization(item)
  return name === null ? null : { uuid: id, value: name, ...rest }
}

/** A reference with both id and name, else null. */
export function toIdentifier(item: unknown): Identifier | null {
  const reference = toReference(item)
  return reference && reference.uuid !== null ? { ...reference, uuid: reference.uuid } : null
}

export function toInvestor(item: JsonObject): Static<typeof investor> | null {
  const reference = toIdentifier(item)
  return reference && { role: asText(item.role), ...reference }
}
