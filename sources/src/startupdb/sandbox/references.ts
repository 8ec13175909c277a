// How the sandbox startup database refers to companies, people, categories and press reports.
import { type Company, getCompany } from '../../sandbox/companies.ts'
import { formatDay } from '../../sandbox/dates.ts'
import { getPerson, type PersonRef } from '../../sandbox/people.ts'
import type { Outlet } from '../../sandbox/press.ts'
import { createRandom } from '../../sandbox/random.ts'
import { slugify } from '../../sandbox/slugify.ts'

type Subject = { uuid: string; value: string; permalink: string; picture?: string | null }
type Reference = ReturnType<typeof refer>

/** A subject without a picture has no `image_id` at all. */
export const refer = (entityType: string, { picture, ...subject }: Subject) => ({
  ...subject,
  image_id: picture?.replace(/^\/|\.png$/g, ''),
  entity_def_id: entityType,
})

export const referToOrganization = ({ uuid, name, slug, logoPath }: Company): Reference =>
  refer('organization', { uuid, value: name, permalink: slug, picture: logoPath })

// A person is made together with all their colleagues, and lists name hundreds of people. There are few investors and
// speakers, so the map stays small.
const people = new Map<string, ReturnType<typeof makePersonReference>>()

export function referToPerson(ref: PersonRef) {
  const key = `${ref.companyIndex}/${ref.personIndex}`
  const cached = people.get(key) ?? makePersonReference(ref)
  people.set(key, cached)
  return cached
}

function makePersonReference(ref: PersonRef) {
  const { slug, uuid, fullName, title } = getPerson(ref)
  const picture = createRandom('startupdb portrait', uuid).chance(0.7) ? `/portraits/${slug}` : null
  const reference = refer('person', { uuid, value: fullName, permalink: slug, picture })
  return { reference, title, company: getCompany(ref.companyIndex) }
}

export function referToCategory(name: string): Reference {
  const random = createRandom('startupdb category', name)
  const [uuid, permalink] = [random.uuid(), slugify(name)]
  const picture = random.chance(0.6) ? `/categories/${permalink}` : null
  return refer('category', { uuid, value: name, permalink, picture })
}

type Report = {
  uuid: string
  title: string
  outlet: Outlet
  date: Date
  about: readonly Reference[]
  /** Details besides publisher and title; null if all details are for subscribers. */
  shown: Record<string, unknown> | null
}

/** The card with the press reports about a round or an event; undefined without a report. */
export function buildTimeline(reports: readonly Report[]) {
  const entities = reports.map(({ uuid, title, outlet, date, about, shown }) => ({
    uuid,
    properties: {
      activity_date: formatDay(date),
      entity_def_id: 'press_reference',
      identifier: { uuid, value: title, entity_def_id: 'press_reference' },
      activity_entities: about,
      activity_properties: shown ? { publisher: outlet.name, title, ...shown } : undefined,
    },
    preview_properties: shown ? undefined : { activity_properties: { is_present: true } },
  }))
  return entities.length > 0 ? { count: entities.length, entities } : undefined
}

/** A fixed number per subject, which decides in which form its page is published. */
export const toFormNumber = (uuid: string): number => Number.parseInt(uuid.slice(0, 7), 16)
