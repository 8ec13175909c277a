// A funding round from its page's state, or from the response of the site's own API. The cards have the names of the
// specification, so reading means checking types and leaving out the rest.
import { toDate } from '@quarry/kit/read/dates'
import { type ListReader, toEntries } from '@quarry/kit/read/list-reader'
import { toInteger } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { readFields } from '@quarry/kit/read/read-fields'
import { asBoolean, asObject, asObjects, asText, at } from '@quarry/kit/read/values'
import { createEntitySite, type Entity, readHeadlineCount, readTimelineCount } from '../entity.ts'
import { toFundedOrganization, toIdentifier } from '../identifiers.ts'
import { findShown, toAnnounced, toMoney } from '../open-fields.ts'
import { investment, pressReference, type RoundRecord } from '../round-records.ts'

export const fundingRoundSite = createEntitySite<RoundRecord>({
  type: 'funding_round',
  inputs: {
    query:
      'The permalink or the UUID of the round, as the list of rounds gives them, or the address of its page.',
  },
  toRecord: toRound,
  problem: 'no funding round in the page state',
})

function toRound({ properties, cards }: Entity, lists: ListReader): RoundRecord | null {
  const identity = toIdentifier(properties.identifier)
  if (!identity) return null
  const fields = asObject(cards.overview_fields_v2)
  const overview = toOverview(fields, properties)
  const investors = readHeadlineCount(cards, 'investors')
  return {
    ...identity,
    num_investors: toInteger(properties.num_investors) ?? investors,
    money_raised: toMoney(findShown('money_raised', fields, properties)),
    announced_on: toAnnounced(findShown('announced_on', fields, properties)),
    lead_investors: readLeads(cards, lists),
    overview_fields_v2: overview,
    cards: {
      timeline: {
        count: readTimelineCount(cards),
        entities: lists.side('entities', toEntries(at(cards.timeline, 'entities')), toPressReference),
      },
      investors_list: asObjects(cards.investors_list).map((item) => readFields(investment, item)),
      investors_headline: { num_investors: investors },
      overview_fields_v2: overview,
      lead_investors_image_list: lists.side(
        'lead_investors_image_list',
        toEntries(cards.lead_investors_image_list),
        (item) => {
          const lead = toLead(item)
          return lead && { identifier: lead }
        },
      ),
    },
  }
}

const toLead = (item: JsonObject) => toIdentifier(item.identifier) ?? toIdentifier(item)

/** From the card of lead investors, else from the marks of investors; null if the page has neither. */
function readLeads(cards: Entity['cards'], lists: ListReader): RoundRecord['lead_investors'] {
  const card = toEntries(cards.lead_investors_image_list)
  if (card.length > 0) return lists.side('lead_investors', card, toLead)
  const marked = toEntries(cards.investors_list).filter((item) => asBoolean(item.is_lead_investor) !== null)
  if (marked.length === 0) return null
  const leads = marked.filter((item) => asBoolean(item.is_lead_investor))
  return lists.side('lead_investors', leads, (item) => toIdentifier(item.investor_identifier))
}

function toOverview(fields: JsonObject | null, properties: JsonObject): RoundRecord['overview_fields_v2'] {
  const readField = (name: string) =>
    readPresence(fields, name, hasValue(fields?.[name]) || hasValue(properties[name]))
  return {
    investment_type: asText(fields?.investment_type),
    preview_properties: { announced_on: readField('announced_on'), money_raised: readField('money_raised') },
    funded_organization_identifier: toFundedOrganization(fields?.funded_organization_identifier),
  }
}

const hasValue = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

/** Whether the site has the value: as it states for a hidden one, else whether it shows it. */
const readPresence = (holder: JsonObject | null, name: string, isShown: boolean) => ({
  is_present: asBoolean(at(holder, 'preview_properties', name, 'is_present')) ?? isShown,
})

function toPressReference(entity: JsonObject): RoundRecord['cards']['timeline']['entities'][number] | null {
  const properties = asObject(entity.properties)
  const fields = readFields(pressReference, entity)
  const uuid = fields.uuid ?? fields.properties.identifier.uuid
  if (uuid === null) return null
  return {
    uuid,
    properties: {
      ...fields.properties,
      activity_date: toDate(properties?.activity_date),
      activity_entities: asObjects(properties?.activity_entities)
        .map(toIdentifier)
        .filter((item) => item !== null),
    },
    preview_properties: {
      activity_properties: readPresence(
        entity,
        'activity_properties',
        hasValue(properties?.activity_properties) || hasValue(properties?.activity_date),
      ),
    },
  }
}
