// An event from its page's state, from the response of the site's own API, or from its page's JSON-LD.
import { found, type Outcome, type Page } from '@quarry/kit'
import { plainText } from '@quarry/kit/read/clean-text'
import { toDate } from '@quarry/kit/read/dates'
import { filterByType, jsonLd } from '@quarry/kit/read/json-ld'
import { createListReader, type ListReader, toEntries } from '@quarry/kit/read/list-reader'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asBoolean, asObject, asObjects, asText, asTexts, at } from '@quarry/kit/read/values'
import { createEntitySite, type Entity, readHeadlineCount, readTimelineCount } from '../entity.ts'
import { toLinkedEvent } from '../event-linked-data.ts'
import type { EventRecord } from '../event-record.ts'
import { toIdentifier, toReference } from '../identifiers.ts'

export const eventSite = createEntitySite<EventRecord>({
  type: 'event',
  toRecord: toEvent,
  // The API has more fields than the JSON-LD.
  readOther: readLinkedData,
  problem: 'neither page state nor linked data of an event',
})

function readLinkedData(page: Page): Outcome<EventRecord> | null {
  const node = filterByType(jsonLd(page.body), 'Event')[0]
  const lists = createListReader('json-ld')
  const event = node && toLinkedEvent(node, page.url, lists)
  return event ? found(event, lists.counted()) : null
}

function toEvent({ properties, cards }: Entity, lists: ListReader): EventRecord | null {
  const identity = toIdentifier(properties.identifier)
  if (!identity) return null
  const overview = asObject(cards.overview_fields_v2) ?? {}
  return {
    uuid: identity.uuid,
    name: identity.value,
    title: asText(properties.title),
    logo: identity.image_id,
    description: plainText(
      asText(at(cards.overview_description, 'description')) ?? asText(cards.overview_description),
    ),
    short_description: asText(properties.short_description),
    starts_on: toDate(overview.starts_on ?? properties.starts_on),
    ends_on: toDate(overview.ends_on ?? properties.ends_on),
    event_type: asTexts(overview.event_type),
    num_speakers: readHeadlineCount(cards, 'speakers'),
    num_sponsors: readHeadlineCount(cards, 'sponsors'),
    num_exhibitors: readHeadlineCount(cards, 'exhibitors'),
    num_contestants: readHeadlineCount(cards, 'contestants'),
    categories: lists.side('categories', toEntries(overview.categories ?? properties.categories), toCategory),
    speakers: lists.side('speakers', toEntries(cards.speakers_image_list), toSpeaker),
    sponsors: lists.side('sponsors', toEntries(cards.sponsors_image_list), toSponsor),
    exhibitors: lists.side('exhibitors', toEntries(cards.exhibitors_image_list), toSponsor),
    contestants: lists.side('contestants', toEntries(cards.contestants_image_list), toSponsor),
    timeline: {
      count: readTimelineCount(cards),
      events: asObjects(at(cards.timeline, 'entities')).map(toTimelineEvent),
    },
    is_locked: asBoolean(properties.is_locked ?? overview.is_locked),
    registration_url: readUrl(overview.registration_url),
  }
}

/** Addresses come as `{value, label}`, or bare. */
const readUrl = (value: unknown): string | null => asText(at(value, 'value')) ?? asText(value)

function toParticipant(value: unknown) {
  const reference = toReference(value)
  if (!reference) return null
  const { image_id, value: name, uuid, permalink } = reference
  return { logo: image_id, name, uuid, permalink }
}

function toCategory(item: JsonObject): EventRecord['categories'][number] | null {
  const reference = toReference(item)
  if (!reference) return null
  const { value: name, uuid, image_id, permalink } = reference
  return { name, uuid, image_id, permalink }
}

function toSpeaker(item: JsonObject): EventRecord['speakers'][number] | null {
  const participant = toParticipant(item.identifier)
  if (!participant) return null
  const organization = toParticipant(item.primary_organization)
  return { ...participant, job_title: asText(item.primary_job_title), organization }
}

function toSponsor(item: JsonObject): EventRecord['sponsors'][number] | null {
  const participant = toParticipant(item.identifier)
  return participant && { ...participant, short_description: asText(item.short_description) }
}

function toTimelineEvent(entity: JsonObject): EventRecord['timeline']['events'][number] {
  const properties = asObject(entity.properties)
  const activity = asObject(properties?.activity_properties)
  return {
    url: readUrl(activity?.url),
    date: toDate(properties?.activity_date),
    type: asText(properties?.entity_def_id) ?? asText(at(properties, 'identifier', 'entity_def_id')),
    uuid: asText(at(properties, 'identifier', 'uuid')) ?? asText(entity.uuid),
    title: asText(activity?.title) ?? asText(at(properties, 'identifier', 'value')),
    publisher: asText(activity?.publisher),
  }
}
