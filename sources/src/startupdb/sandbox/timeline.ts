// The card with the press reports about a round or an event of the sandbox startup database.
import { formatDay } from '../../sandbox/dates.ts'
import type { Outlet } from '../../sandbox/outlets.ts'
import type { Reference } from './references.ts'

type Report = {
  uuid: string
  title: string
  outlet: Outlet
  date: Date
  about: readonly Reference[]
  /** Details besides publisher and title; null where all details are for subscribers. */
  shown: Record<string, unknown> | null
}

export const buildTimeline = (reports: readonly Report[]) => ({
  count: reports.length,
  entities: reports.map(({ uuid, title, outlet, date, about, shown }) => ({
    uuid,
    properties: {
      activity_date: formatDay(date),
      entity_def_id: 'press_reference',
      identifier: { uuid, value: title, entity_def_id: 'press_reference' },
      activity_entities: about,
      ...(shown ? { activity_properties: { publisher: outlet.name, title, ...shown } } : {}),
    },
    ...(shown ? {} : { preview_properties: { activity_properties: { is_present: true } } }),
  })),
})
