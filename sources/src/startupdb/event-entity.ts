// An event from its entity: identity in the properties, everything else in cards.
import { plainText } from '@quarry/kit/read/clean-text'
import { toDate } from '@quarry/kit/read/dates'
import { type ListReader, toEntries } from '@quarry/kit/read/list-reader'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asBoolean, asObject, asObjects, asText, asTexts, at } from '@quarry/kit/read/values'
import { headlineCount, timelineCount } from './card-counts.ts'
import type { Entity } from './entity.ts'
import type { EventRecord } from './event-record.ts'
import { toIdentifier, toReference } from './identifiers.ts'

/** The record, or null where the entity has no identity. */
export function eventFromEntity({ properties, cards }: Entity, lists: ListReader): EventRecord | null {
  const identity = toIdentifier(properties.identifier)
  if (!identity) return null
  const overview = asObject(cards.overview_fields_v2) ?? {}
  return {
    uuid: identity.uuid,
    name: identity.value,
    title: asText(properties.title),
    logo: identity.image_id,
    description: descriptionOf(cards.overview_description),
    short_description: asText(properties.short_description),
    starts_on: toDate(overview.starts_on ?? properties.starts_on),
    ends_on: toDate(overview.ends_on ?? properties.ends_on),
    event_type: asTexts(overview.event_type),
    num_speakers: headlineCount(cards, 'speakers'),
    num_sponsors: headlineCount(cards, 'sponsors'),
    num_exhibitors: headlineCount(cards, 'exhibitors'),
    num_contestants: headlineCount(cards, 'contestants'),
    categories: lists.side('categories', toEntries(overview.categories ?? properties.categories), toCategory),
    speakers: lists.side('speakers', toEntries(cards.speakers_image_list), toSpeaker),
    sponsors: lists.side('sponsors', toEntries(cards.sponsors_image_list), toSponsor),
    timeline: {
      count: timelineCount(cards),
      events: asObjects(at(cards.timeline, 'entities')).map(toTimelineEvent),
    },
    is_locked: asBoolean(properties.is_locked ?? overview.is_locked),
    registration_url: addressOf(overview.registration_url),
  }
}

/** The card's own text, or the text that is the whole card; markup in it is the site's layout. */
function descriptionOf(card: unknown): string | null {
  const text = asText(at(card, 'description')) ?? asText(card)
  return text === null ? null : plainText(text)
}

/** Addresses come as `{value, label}`, or bare. */
const addressOf = (value: unknown): string | null => asText(at(value, 'value')) ?? asText(value)

function toPart(value: unknown) {
  const known = toReference(value)
  return known && { logo: known.image_id, name: known.value, uuid: known.uuid, permalink: known.permalink }
}

function toCategory(item: JsonObject): EventRecord['categories'][number] | null {
  const known = toReference(item)
  return (
    known && { name: known.value, uuid: known.uuid, image_id: known.image_id, permalink: known.permalink }
  )
}

function toSpeaker(item: JsonObject): EventRecord['speakers'][number] | null {
  const known = toPart(item.identifier)
  return (
    known && {
      ...known,
      job_title: asText(item.primary_job_title),
      organization: toPart(item.primary_organization),
    }
  )
}

function toSponsor(item: JsonObject): EventRecord['sponsors'][number] | null {
  const known = toPart(item.identifier)
  return known && { ...known, short_description: asText(item.short_description) }
}

function toTimelineEvent(entity: JsonObject): EventRecord['timeline']['events'][number] {
  const properties = asObject(entity.properties)
  const activity = asObject(properties?.activity_properties)
  return {
    url: addressOf(activity?.url),
    date: toDate(properties?.activity_date),
    type: asText(properties?.entity_def_id) ?? asText(at(properties, 'identifier', 'entity_def_id')),
    uuid: asText(at(properties, 'identifier', 'uuid')) ?? asText(entity.uuid),
    title: asText(activity?.title) ?? asText(at(properties, 'identifier', 'value')),
    publisher: asText(activity?.publisher),
  }
}
