// A funding round from its entity: the cards carry the specification's names, so reading is checking and cutting.
import { toDate } from '@quarry/kit/read/dates'
import { type ListReader, toEntries } from '@quarry/kit/read/list-reader'
import { toInteger } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asBoolean, asObject, asObjects, asText, at } from '@quarry/kit/read/values'
import { headlineCount, timelineCount } from './card-counts.ts'
import type { Entity } from './entity.ts'
import type { RoundRecord } from './funding-round-record.ts'
import { toFundedOrganization, toIdentifier, toIdentifiers } from './identifiers.ts'

/** The record, or null where the entity has no identity. */
export function roundFromEntity({ properties, cards }: Entity, lists: ListReader): RoundRecord | null {
  const identity = toIdentifier(properties.identifier)
  if (!identity) return null
  const overview = overviewOf(asObject(cards.overview_fields_v2), properties)
  const investors = headlineCount(cards, 'investors')
  return {
    ...identity,
    num_investors: toInteger(properties.num_investors) ?? investors,
    overview_fields_v2: overview,
    cards: {
      timeline: {
        count: timelineCount(cards),
        entities: lists.side('entities', toEntries(at(cards.timeline, 'entities')), toPressReference),
      },
      investors_list: asObjects(cards.investors_list).map(toInvestment),
      investors_headline: { num_investors: investors },
      overview_fields_v2: overview,
      lead_investors_image_list: lists.side(
        'lead_investors_image_list',
        toEntries(cards.lead_investors_image_list),
        (item) => {
          const lead = toIdentifier(item.identifier) ?? toIdentifier(item)
          return lead && { identifier: lead }
        },
      ),
    },
  }
}

function overviewOf(fields: JsonObject | null, properties: JsonObject): RoundRecord['overview_fields_v2'] {
  const presence = (name: string) =>
    presenceOf(fields, name, isTold(fields?.[name]) || isTold(properties[name]))
  return {
    investment_type: asText(fields?.investment_type),
    preview_properties: { announced_on: presence('announced_on'), money_raised: presence('money_raised') },
    funded_organization_identifier: toFundedOrganization(fields?.funded_organization_identifier),
  }
}

const isTold = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

/** Whether the site has the value: as it says of one it hides, else whether it shows it. */
const presenceOf = (holder: JsonObject | null, name: string, isShown: boolean): { is_present: boolean } => ({
  is_present: asBoolean(at(holder, 'preview_properties', name, 'is_present')) ?? isShown,
})

function toPressReference(entity: JsonObject): RoundRecord['cards']['timeline']['entities'][number] | null {
  const properties = asObject(entity.properties)
  const identifier = asObject(properties?.identifier)
  const uuid = asText(entity.uuid) ?? asText(identifier?.uuid)
  if (uuid === null) return null
  return {
    uuid,
    properties: {
      identifier: {
        uuid: asText(identifier?.uuid),
        value: asText(identifier?.value),
        entity_def_id: asText(identifier?.entity_def_id),
      },
      activity_date: toDate(properties?.activity_date),
      entity_def_id: asText(properties?.entity_def_id),
      activity_entities: toIdentifiers(properties?.activity_entities),
    },
    preview_properties: {
      activity_properties: presenceOf(
        entity,
        'activity_properties',
        isTold(properties?.activity_properties) || isTold(properties?.activity_date),
      ),
    },
  }
}

function toInvestment(item: JsonObject): RoundRecord['cards']['investors_list'][number] {
  const [investment, investor] = [asObject(item.identifier), asObject(item.investor_identifier)]
  return {
    identifier: {
      uuid: asText(investment?.uuid),
      value: asText(investment?.value),
      permalink: asText(investment?.permalink),
      entity_def_id: asText(investment?.entity_def_id),
    },
    investor_identifier: {
      uuid: asText(investor?.uuid),
      value: asText(investor?.value),
      image_id: asText(investor?.image_id),
      permalink: asText(investor?.permalink),
      entity_def_id: asText(investor?.entity_def_id),
    },
  }
}
