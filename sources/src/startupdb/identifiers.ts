// How a startup database refers to anything: id, display name, picture, permalink and kind. Every record of the
// source is made of such references.
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asObject, asObjects, asText } from '@quarry/kit/read/values'
import { list, named, nullable, object, type Static, text } from '@quarry/kit/schema'

const uuid = text('5f0f2a2e-6c6d-4d0e-9f55-0f5ac2b1a001', { format: 'uuid' })
const value = text('Veltora Software', { description: 'The name as the site shows it.' })

const optionalFields = {
  image_id: nullable(text('logos/veltora-4821', { description: "The site's id of a picture." })),
  permalink: nullable(
    text('veltora-software', { description: 'What the address of its page on the site ends in.' }),
  ),
  entity_def_id: nullable(
    text('organization', {
      description: 'The kind of what is meant: organization, person, funding_round, ….',
    }),
  ),
}
const knownFields = { uuid, value, ...optionalFields }

export const identifier = object(knownFields, named('StartupdbIdentifier'))
export type Identifier = Static<typeof identifier>

const investor = object({ role: nullable(text('investor')), ...knownFields }, named('StartupdbInvestor'))
export const investorIdentifiers = list(investor)

/** A sub-object that is always there, whether the page names the organization or not. */
export const fundedOrganization = object(
  {
    role: nullable(text('investee')),
    uuid: nullable(uuid),
    value: nullable(value),
    ...optionalFields,
  },
  named('StartupdbFundedOrganization'),
)

/** In the site's words, which may know more types than the search does. */
export const investmentType = nullable(
  text('series_a', { description: 'As a rule one of the types that the list of rounds can be asked for.' }),
)

/** The reference, or null where it lacks the id or the name that make one. */
export function toIdentifier(value: unknown): Identifier | null {
  const given = asObject(value)
  const [id, name] = [asText(given?.uuid), asText(given?.value)]
  return id === null || name === null ? null : { uuid: id, value: name, ...optionalOf(value) }
}

export const toIdentifiers = (value: unknown): Identifier[] =>
  asObjects(value)
    .map(toIdentifier)
    .filter((item) => item !== null)

/** The reference of somebody in a list, who is known by the name alone too; null without one. */
export function toReference(value: unknown): (Omit<Identifier, 'uuid'> & { uuid: string | null }) | null {
  const given = asObject(value)
  const name = asText(given?.value)
  return name === null ? null : { uuid: asText(given?.uuid), value: name, ...optionalOf(value) }
}

export function toInvestor(item: JsonObject): Static<typeof investor> | null {
  const known = toIdentifier(item)
  return known && { role: asText(item.role), ...known }
}

export const toFundedOrganization = (value: unknown): Static<typeof fundedOrganization> => ({
  role: asText(asObject(value)?.role),
  uuid: asText(asObject(value)?.uuid),
  value: asText(asObject(value)?.value),
  ...optionalOf(value),
})

function optionalOf(value: unknown): Pick<Identifier, keyof typeof optionalFields> {
  const given = asObject(value)
  return {
    image_id: asText(given?.image_id),
    permalink: asText(given?.permalink),
    entity_def_id: asText(given?.entity_def_id),
  }
}
