// The record of a startup event, separate from the endpoint so that providers can import it.
import { readFields } from '@quarry/kit/read/read-fields'
import { boolean, integer, list, named, nullable, object, type Static, text } from '@quarry/kit/schema'

const pictureId = (example: string) =>
  nullable(text(example, { description: "The site's id of the picture." }))

const uuid = nullable(
  text('3b9d7c11-55aa-4c0e-9a77-2f6e8d4c1b00', {
    format: 'uuid',
    description: 'Null where the page does not show it.',
  }),
)

const permalink = (example: string) =>
  nullable(text(example, { description: 'The last part of the address of its page on the site.' }))

const count = (example: number) =>
  nullable(integer(example, { description: 'Null where the page does not show it.' }))

const category = object(
  {
    name: text('Climate Tech'),
    uuid,
    image_id: pictureId('categories/climate-tech'),
    permalink: permalink('climate-tech'),
  },
  named('StartupdbCategory'),
)

const organization = object(
  {
    logo: pictureId('logos/veltora-4821'),
    name: text('Veltora Software'),
    uuid,
    permalink: permalink('veltora-software'),
  },
  named('StartupdbOrganization'),
)

const speaker = object(
  {
    logo: pictureId('portraits/camille-riviere-10a2'),
    name: text('Camille Rivière'),
    uuid,
    job_title: nullable(text('Chief Executive Officer')),
    permalink: permalink('camille-riviere-10a2'),
    organization: nullable(organization),
  },
  named('StartupdbSpeaker'),
)

const sponsor = object(
  {
    logo: pictureId('logos/norana-ventures-1190'),
    name: text('Norana Ventures'),
    uuid,
    permalink: permalink('norana-ventures'),
    short_description: nullable(text('The patient fund for growers')),
  },
  named('StartupdbSponsor'),
)

const timelineEvent = object(
  {
    url: nullable(
      text('https://www.founderswire.example/events/climate-tech-summit-lyon-1a2b3c4d', { format: 'uri' }),
    ),
    date: nullable(text('2027-02-20', { format: 'date' })),
    type: nullable(text('press_reference')),
    uuid,
    title: nullable(text('What to expect from Climate Tech Summit Lyon')),
    publisher: nullable(text('Founders Wire')),
  },
  named('StartupdbTimelineEvent'),
)

export const record = object({
  uuid,
  name: text('Climate Tech Summit Lyon'),
  title: nullable(text('Climate Tech Summit Lyon', { description: 'A further name, where there is one.' })),
  logo: pictureId('logos/climate-tech-summit-lyon'),
  description: nullable(text('Two days for people who build with less carbon.')),
  short_description: nullable(text('A summit for climate founders.')),
  starts_on: nullable(text('2027-03-12', { format: 'date' })),
  ends_on: nullable(text('2027-03-13', { format: 'date', description: 'The last day.' })),
  event_type: list(text('conference', { description: "In the site's words." })),
  num_speakers: count(12),
  num_sponsors: count(4),
  num_exhibitors: count(20),
  num_contestants: count(0),
  categories: list(category),
  speakers: list(speaker),
  sponsors: list(sponsor),
  exhibitors: list(sponsor),
  contestants: list(sponsor),
  timeline: object({
    count: count(1),
    events: list(timelineEvent, { description: 'What the press wrote about the event.' }),
  }),
  is_locked: nullable(
    boolean(false, { description: 'As the site marks the profile. Null where the page does not show it.' }),
  ),
  registration_url: nullable(text('https://climate-tech-summit-lyon.example/register', { format: 'uri' })),
})

export type EventRecord = Static<typeof record>

/** A record with every field empty, for pages that show only some. */
export const emptyEvent = readFields(record, null)
