// How the sandbox startup database refers to companies, people and categories. A subject without a picture has no
// `image_id` at all.
import { type Company, getCompany } from '../../sandbox/companies.ts'
import { getPerson, type PersonRef } from '../../sandbox/people.ts'
import { createRandom } from '../../sandbox/random.ts'
import { slugify } from '../../sandbox/slugify.ts'

export type Reference = {
  uuid: string
  value: string
  image_id?: string
  permalink: string
  entity_def_id: string
}

export const toPicture = (path: string | null): { image_id?: string } =>
  path === null ? {} : { image_id: path.replace(/^\/|\.png$/g, '') }

export const referToOrganization = ({ slug, logoPath, uuid, name }: Company): Reference => ({
  permalink: slug,
  ...toPicture(logoPath),
  uuid,
  entity_def_id: 'organization',
  value: name,
})

type PersonReference = { reference: Reference; title: string; company: Company }

// A person is made together with all their colleagues, and lists name hundreds of people. There are few investors and
// speakers, so the map stays small.
const people = new Map<string, PersonReference>()

export function referToPerson(ref: PersonRef): PersonReference {
  const key = `${ref.companyIndex}/${ref.personIndex}`
  const cached = people.get(key) ?? makePersonReference(ref)
  people.set(key, cached)
  return cached
}

function makePersonReference(ref: PersonRef): PersonReference {
  const { slug, uuid, fullName, title } = getPerson(ref)
  const hasPicture = createRandom('startupdb portrait', uuid).chance(0.7)
  return {
    reference: {
      permalink: slug,
      ...toPicture(hasPicture ? `/portraits/${slug}` : null),
      uuid,
      entity_def_id: 'person',
      value: fullName,
    },
    title,
    company: getCompany(ref.companyIndex),
  }
}

export function referToCategory(name: string): Reference {
  const random = createRandom('startupdb category', name)
  return {
    uuid: random.uuid(),
    ...toPicture(random.chance(0.6) ? `/categories/${slugify(name)}` : null),
    permalink: slugify(name),
    entity_def_id: 'category',
    value: name,
  }
}

/** A fixed number per subject, which decides in which form its page is published. */
export const toFormNumber = (uuid: string): number => Number.parseInt(uuid.slice(0, 7), 16)
