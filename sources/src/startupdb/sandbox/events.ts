// The pretend startup database's events: the entity behind an event's page, and the linked data in its head.
import { getCompany } from '../../sandbox/companies.ts'
import { type Conference, type ConferencePress, listPublishedPress } from '../../sandbox/conferences.ts'
import { addDays, formatDay } from '../../sandbox/dates.ts'
import type { PersonRef } from '../../sandbox/people.ts'
import {
  categoryReference,
  formNumber,
  organizationReference,
  personReference,
  pictureOf,
} from './references.ts'

type Json = Record<string, unknown>

const root = 'https://www.startupdb.example'
const pictures = 'https://images.startupdb.example'

const startOf = (event: Conference, now: Date) => addDays(now, event.startsInDays)
const endOf = (event: Conference, now: Date) => addDays(now, event.startsInDays + event.durationDays - 1)

const reference = (event: Conference) => ({
  uuid: event.uuid,
  value: event.name,
  ...pictureOf(event.logoPath),
  permalink: event.permalink,
  entity_def_id: 'event',
})

/** The event as its page's state and the site's API have it. Cards of what there is none of are left out. */
export function eventEntity(event: Conference, now: Date): Json {
  const press = listPublishedPress(event)
  const number = formNumber(event.uuid)
  const headline = (subject: string, count: number) =>
    count === 0 ? {} : { [`${subject}_headline`]: { [`num_${subject}`]: count } }
  return {
    properties: {
      identifier: reference(event),
      title: number % 9 === 4 ? undefined : `${event.name}: ${event.place.region}`,
      short_description: number % 10 === 3 ? undefined : event.shortDescription,
      ...(number % 8 === 5 ? {} : { is_locked: number % 4 === 1 }),
    },
    cards: {
      overview_fields_v2: overviewCard(event, now),
      ...(number % 12 === 7 ? {} : { overview_description: { description: `<p>${event.description}</p>` } }),
      ...headline('speakers', event.speakers.length),
      ...headline('sponsors', event.sponsors.length),
      ...headline('exhibitors', event.exhibitors.length),
      ...headline('contestants', event.contestants.length),
      speakers_image_list: event.speakers.map(speakerCard),
      sponsors_image_list: event.sponsors.map((index) => sponsorCard(index)),
      ...(press.length > 0 ? { timeline: timelineCard(event, press, now) } : {}),
    },
  }
}

const overviewCard = (event: Conference, now: Date): Json => ({
  ...(formNumber(event.uuid) % 15 === 2
    ? {}
    : { starts_on: formatDay(startOf(event, now)), ends_on: formatDay(endOf(event, now)) }),
  event_type: event.types,
  categories: event.categories.map(categoryReference),
  location_identifiers: [{ value: event.place.city, location_type: 'city', entity_def_id: 'location' }],
  ...(event.registrationUrl
    ? { registration_url: { value: event.registrationUrl, label: 'Register here' } }
    : {}),
})

function speakerCard(ref: PersonRef): Json {
  const { title, company, ...identifier } = personReference(ref)
  const number = formNumber(identifier.uuid)
  return {
    identifier,
    ...(number % 10 === 1 ? {} : { primary_job_title: title }),
    ...(number % 12 === 5 ? {} : { primary_organization: organizationReference(company) }),
  }
}

const sponsorCard = (companyIndex: number): Json => {
  const company = getCompany(companyIndex)
  return {
    identifier: organizationReference(company),
    ...(company.tagline === null ? {} : { short_description: company.tagline }),
  }
}

function timelineCard(event: Conference, reports: readonly ConferencePress[], now: Date): Json {
  return {
    count: reports.length,
    entities: reports.map((press, index) => ({
      uuid: press.uuid,
      properties: {
        activity_date: formatDay(addDays(startOf(event, now), press.daysFromStart)),
        entity_def_id: 'press_reference',
        identifier: { uuid: press.uuid, value: press.title, entity_def_id: 'press_reference' },
        activity_entities: [reference(event)],
        ...(index === 2
          ? {}
          : {
              activity_properties: {
                publisher: press.outlet.name,
                title: press.title,
                url: { value: `https://www.${press.outlet.domain}${press.path}` },
              },
            }),
      },
      ...(index === 2 ? { preview_properties: { activity_properties: { is_present: true } } } : {}),
    })),
  }
}

/** What the site tells search engines. */
export function eventLinkedData(event: Conference, now: Date): Json {
  const picture = (id: string | undefined) => (id === undefined ? undefined : `${pictures}/${id}`)
  return {
    '@context': 'https://schema.org',
    '@type': event.types.includes('conference') ? 'BusinessEvent' : 'Event',
    identifier: { '@type': 'PropertyValue', propertyID: 'uuid', value: event.uuid },
    name: event.name,
    url: `${root}/event/${event.permalink}`,
    image: picture(reference(event).image_id),
    description: event.description,
    disambiguatingDescription: event.shortDescription,
    startDate: formatDay(startOf(event, now)),
    endDate: formatDay(endOf(event, now)),
    location: { '@type': 'Place', name: event.place.city, address: event.place.country },
    performer: event.speakers.map((ref) => {
      const { title, company, ...person } = personReference(ref)
      return {
        '@type': 'Person',
        name: person.value,
        jobTitle: title,
        url: `${root}/person/${person.permalink}`,
        image: picture(person.image_id),
        worksFor: {
          '@type': 'Organization',
          name: company.name,
          url: `${root}/organization/${company.slug}`,
        },
      }
    }),
    sponsor: event.sponsors.map((index) => ({
      '@type': 'Organization',
      name: getCompany(index).name,
      url: `${root}/organization/${getCompany(index).slug}`,
      description: getCompany(index).tagline ?? undefined,
    })),
    offers: event.registrationUrl ? { '@type': 'Offer', url: event.registrationUrl } : undefined,
  }
}
