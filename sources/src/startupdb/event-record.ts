// The record of a startup event, separate from the endpoint so that providers can import it.
import { readFields } from '@quarry/kit/read/read-fields'
import { boolean, integer, list, namedObject, nullable, object, type Static, text } from '@quarry/kit/schema'

const pictureId = (example: string) => nullable(text(example, "The site's id of the picture."))

const uuid = nullable(
  text('3b9d7c11-55aa-4c0e-9a77-2f6e8d4c1b00', {
    format: 'uuid',
    description: 'Null where the page does not show it.',
  }),
)

const permalink = (example: string) =>
  nullable(text(example, 'The last part of the address of its page on the site.'))

const count = (example: number) => nullable(integer(example, 'Null where the page does not show it.'))

const category = namedObject('StartupdbCategory', {
  name: text('Climate Tech'),
  uuid,
  image_id: pictureId('categories/climate-tech'),
  permalink: permalink('climate-tech'),
})

const organization = namedObject('StartupdbOrganization', {
  logo: pictureId('logos/veltora-4821'),
  name: text('Veltora Software'),
  uuid,
  permalink: permalink('veltora-software'),
})

const speaker = namedObject('StartupdbSpeaker', {
  logo: pictureId('portraits/camille-riviere-10a2'),
  name: text('Camille Rivière'),
  uuid,
  job_title: nullable(text('Chief Executive Officer')),
  permalink: permalink('camille-riviere-10a2'),
  organization: nullable(organization),
})

const sponsor = namedObject('StartupdbSponsor', {
  logo: pictureId('logos/norana-ventures-1190'),
  name: text('Norana Ventures'),
  uuid,
  permalink: permalink('norana-ventures'),
  short_description: nullable(text('The patient fund for growers')),
})

const timelineEvent = namedObject('StartupdbTimelineEvent', {
  url: nullable(
    text('https://www.founderswire.example/events/climate-tech-summit-lyon-1a2b3c4d', { format: 'uri' }),
  ),
  date: nullable(text('2027-02-20', { format: 'date' })),
  type: nullable(text('press_reference')),
  uuid,
  title: nullable(text('What to expect from Climate Tech Summit Lyon')),
  publisher: nullable(text('Founders Wire')),
})

export const record = object({
  uuid,
  name: text('Climate Tech Summit Lyon'),
  title: nullable(text('Climate Tech Summit Lyon', 'A further name, where there is one.')),
  logo: pictureId('logos/climate-tech-summit-lyon'),
  description: nullable(text('Two days for people who build with less carbon.')),
  short_description: nullable(text('A summit for climate founders.')),
  starts_on: nullable(text('2027-03-12', { format: 'date' })),
  ends_on: nullable(text('2027-03-13', { format: 'date', description: 'The last day.' })),
  event_type: list(text('conference', "In the site's words.")),
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
    events: list(timelineEvent, 'What the press wrote about the event.'),
  }),
  is_locked: nullable(boolean(false, 'As the site marks the profile. Null where the page does not show it.')),
  registration_url: nullable(text('https://climate-tech-summit-lyon.example/register', { format: 'uri' })),
})

export type EventRecord = Static<typeof record>

export const emptyEvent = readFields(record, null)
