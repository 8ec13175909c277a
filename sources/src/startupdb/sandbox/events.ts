// The events of the sandbox startup database: the entity of an event's page, and the linked data in its head.
import { type Company, getCompany } from '../../sandbox/companies.ts'
import { type Conference, listPublishedPress } from '../../sandbox/conferences.ts'
import { addDays, formatDay } from '../../sandbox/dates.ts'
import type { PersonRef } from '../../sandbox/people.ts'
import {
  buildTimeline,
  refer,
  referToCategory,
  referToOrganization,
  referToPerson,
  toFormNumber,
} from './references.ts'

const root = 'https://www.startupdb.example'
const pictures = 'https://images.startupdb.example'

const toStart = (event: Conference, now: Date) => addDays(now, event.startsInDays)
const toEnd = (event: Conference, now: Date) => addDays(now, event.startsInDays + event.durationDays - 1)

export const referToEvent = ({ uuid, name, permalink, logoPath }: Conference) =>
  refer('event', { uuid, value: name, permalink, picture: logoPath })

/** The event in its page's state and in the site's API. Empty cards are left out. */
export function buildEventEntity(event: Conference, now: Date) {
  const number = toFormNumber(event.uuid)
  const headline = (subject: string, count: number) =>
    count === 0 ? undefined : { [`num_${subject}`]: count }
  const imageList = (companies: readonly number[]) =>
    companies.length === 0 ? undefined : companies.map(buildSponsor)
  return {
    properties: {
      identifier: referToEvent(event),
      title: number % 9 === 4 ? undefined : `${event.name}: ${event.place.region}`,
      short_description: number % 10 === 3 ? undefined : event.shortDescription,
      ...(number % 8 === 5 ? {} : { is_locked: number % 4 === 1 }),
    },
    cards: {
      overview_fields_v2: buildOverview(event, now),
      ...(number % 12 === 7 ? {} : { overview_description: { description: `<p>${event.description}</p>` } }),
      speakers_headline: headline('speakers', event.speakers.length),
      sponsors_headline: headline('sponsors', event.sponsors.length),
      exhibitors_headline: headline('exhibitors', event.exhibitors.length),
      contestants_headline: headline('contestants', event.contestants.length),
      speakers_image_list: event.speakers.map(buildSpeaker),
      sponsors_image_list: event.sponsors.map(buildSponsor),
      exhibitors_image_list: imageList(event.exhibitors),
      contestants_image_list: imageList(event.contestants),
      timeline: buildPress(event, now),
    },
  }
}

const buildOverview = (event: Conference, now: Date) => ({
  ...(toFormNumber(event.uuid) % 15 === 2
    ? {}
    : { starts_on: formatDay(toStart(event, now)), ends_on: formatDay(toEnd(event, now)) }),
  event_type: event.types,
  categories: event.categories.map(referToCategory),
  registration_url: event.registrationUrl && { value: event.registrationUrl, label: 'Register here' },
})

function buildSpeaker(ref: PersonRef) {
  const { title, company, reference } = referToPerson(ref)
  const number = toFormNumber(reference.uuid)
  return {
    identifier: reference,
    primary_job_title: number % 10 === 1 ? undefined : title,
    primary_organization: number % 12 === 5 ? undefined : referToOrganization(company),
  }
}

function buildSponsor(companyIndex: number) {
  const company = getCompany(companyIndex)
  return { identifier: referToOrganization(company), short_description: company.tagline ?? undefined }
}

const buildPress = (event: Conference, now: Date) =>
  buildTimeline(
    listPublishedPress(event).map((press, index) => ({
      ...press,
      date: addDays(toStart(event, now), press.daysFromStart),
      about: [referToEvent(event)],
      shown: index === 2 ? null : { url: { value: `https://www.${press.outlet.domain}${press.path}` } },
    })),
  )

const buildLinkedOrganization = ({ name, slug }: Company) => ({
  '@type': 'Organization',
  name,
  url: `${root}/organization/${slug}`,
})

export function buildEventLinkedData(event: Conference, now: Date) {
  const picture = (id: string | undefined) => (id === undefined ? undefined : `${pictures}/${id}`)
  return {
    '@type': event.types.includes('conference') ? 'BusinessEvent' : 'Event',
    identifier: { '@type': 'PropertyValue', propertyID: 'uuid', value: event.uuid },
    name: event.name,
    url: `${root}/event/${event.permalink}`,
    image: picture(referToEvent(event).image_id),
    description: event.description,
    disambiguatingDescription: event.shortDescription,
    startDate: formatDay(toStart(event, now)),
    endDate: formatDay(toEnd(event, now)),
    location: { '@type': 'Place', name: event.place.city, address: event.place.country },
    performer: event.speakers.map((ref) => {
      const { title, company, reference } = referToPerson(ref)
      return {
        '@type': 'Person',
        name: reference.value,
        jobTitle: title,
        url: `${root}/person/${reference.permalink}`,
        image: picture(reference.image_id),
        worksFor: buildLinkedOrganization(company),
      }
    }),
    sponsor: event.sponsors.map(getCompany).map((company) => ({
      ...buildLinkedOrganization(company),
      description: company.tagline ?? undefined,
    })),
    offers: event.registrationUrl ? { '@type': 'Offer', url: event.registrationUrl } : undefined,
  }
}
