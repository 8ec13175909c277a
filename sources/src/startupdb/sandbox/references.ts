// How the pretend startup database refers to the companies, people and categories of the world. What has no picture
// carries no picture's id at all.
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

export const pictureOf = (path: string | null): { image_id?: string } =>
  path === null ? {} : { image_id: path.replace(/^\/|\.png$/g, '') }

export function organizationReference(company: Company): Reference {
  return {
    permalink: company.slug,
    ...pictureOf(company.logoPath),
    uuid: company.uuid,
    entity_def_id: 'organization',
    value: company.name,
  }
}

export type PersonReference = Reference & { title: string; company: Company }

// A person is made together with all their colleagues, and lists name hundreds of people. The world has few investors
// and speakers, so the map stays small.
const people = new Map<string, PersonReference>()

export function personReference(ref: PersonRef): PersonReference {
  const key = `${ref.companyIndex}/${ref.personIndex}`
  const known = people.get(key) ?? makePersonReference(ref)
  people.set(key, known)
  return known
}

function makePersonReference(ref: PersonRef): PersonReference {
  const person = getPerson(ref)
  const pictured = createRandom('startupdb portrait', person.uuid).chance(0.7)
  return {
    permalink: person.slug,
    ...pictureOf(pictured ? `/portraits/${person.slug}` : null),
    uuid: person.uuid,
    entity_def_id: 'person',
    value: person.fullName,
    title: person.title,
    company: getCompany(ref.companyIndex),
  }
}

export function categoryReference(name: string): Reference {
  const random = createRandom('startupdb category', name)
  return {
    uuid: random.uuid(),
    ...pictureOf(random.chance(0.6) ? `/categories/${slugify(name)}` : null),
    permalink: slugify(name),
    entity_def_id: 'category',
    value: name,
  }
}

/** A number that belongs to a subject for good: it decides in which form the subject's page is published. */
export const formNumber = (uuid: string): number => Number.parseInt(uuid.slice(0, 7), 16)
