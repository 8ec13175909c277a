// A startup event as callers get it, apart from the endpoint, so that readers need not know it.
import { boolean, integer, list, nullable, object, type Static, text } from '../../lib/schema.ts'

const logo = nullable(
  text('logos/veltora-4821', {
    description: "The site's id of the picture.",
  }),
)

const uuid = nullable(text('3b9d7c11-55aa-4c0e-9a77-2f6e8d4c1b00'))

export const record = object({
  uuid,
  name: text('Climate Tech Summit Lyon'),
  title: nullable(text('Climate Tech Summit Lyon')),
  logo,
  description: nullable(text('Two days for whoever builds with less carbon.')),
  short_description: nullable(text('A summit for climate founders.')),
  starts_on: nullable(text('2027-03-12')),
  ends_on: nullable(text('2027-03-13')),
  event_type: list(text('conference')),
  num_speakers: nullable(integer(12)),
  num_sponsors: nullable(integer(4)),
  num_exhibitors: nullable(integer(20)),
  num_contestants: nullable(integer(0)),
  categories: list(
    object({
      name: text('Climate Tech'),
      uuid,
      image_id: nullable(text('categories/climate-tech')),
      permalink: nullable(text('climate-tech')),
    }),
  ),
  speakers: list(
    object({
      logo,
      name: text('Camille Rivière'),
      uuid,
      job_title: nullable(text('Chief Executive Officer')),
      permalink: nullable(text('camille-riviere-10a2')),
      organization: nullable(
        object({
          logo,
          name: text('Veltora Software'),
          uuid,
          permalink: nullable(text('veltora-software')),
        }),
      ),
    }),
  ),
  sponsors: list(
    object({
      logo,
      name: text('Norana Ventures'),
      uuid,
      permalink: nullable(text('norana-ventures')),
      short_description: nullable(text('The patient fund for growers')),
    }),
  ),
  timeline: object({
    count: nullable(integer(1)),
    events: list(
      object({
        url: nullable(text('https://www.founderswire.example/events/climate-tech-summit-lyon-1a2b3c4d')),
        date: nullable(text('2027-02-20')),
        type: nullable(text('press_reference')),
        uuid,
        title: nullable(text('What to expect from Climate Tech Summit Lyon')),
        publisher: nullable(text('Founders Wire')),
      }),
    ),
  }),
  is_locked: nullable(boolean(false)),
  registration_url: nullable(text('https://climate-tech-summit-lyon.example/register')),
})

export type EventRecord = Static<typeof record>
