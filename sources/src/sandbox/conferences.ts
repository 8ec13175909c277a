// Past and coming startup conferences of people and companies of the sandbox.
import { createFinder } from './catalogue.ts'
import { listCompanies } from './companies.ts'
import { pickPerson } from './people.ts'
import { listPlaces } from './places.ts'
import { outlets, writeConferenceHeadline } from './press.ts'
import { makeParagraph, makeSentence } from './prose.ts'
import { createRandom, once, type Random } from './random.ts'
import { slugify } from './slugify.ts'
import { splitList } from './words.ts'

export type Conference = ReturnType<typeof makeConference>

const conferenceCount = 300
const completeCount = 20

const topics =
  splitList(`Climate Tech, Health Data, Food Systems, Robotics, Payments, Open Source, Mobility, Education,
  Materials, Proptech, Security, Retail, Biotech, Energy Storage, Space, Water, Logistics, Media`)
const kinds = splitList(`Summit, Forum, Days, Week, Conference, Meetup, Demo Day, Expo, Awards, Pitch Night`)
const typesByKind: Readonly<Record<string, readonly string[]>> = {
  Expo: ['expo', 'networking'],
  Awards: ['award'],
  'Pitch Night': ['competition', 'networking'],
  'Demo Day': ['demo_day', 'competition'],
  Meetup: ['meetup', 'networking'],
}

/** All conferences, the furthest past first. */
export const listConferences = once((): readonly Conference[] => {
  const usedSlugs = new Set<string>()
  return Array.from({ length: conferenceCount }, (_, index) => makeConference(index, usedSlugs)).sort(
    (a, b) => a.startsInDays - b.startsInDays || a.index - b.index,
  )
})

function makeConference(index: number, usedSlugs: Set<string>) {
  const random = createRandom('conference', index)
  const complete = index < completeCount
  const place = random.pick(listPlaces())
  const kind = random.pick(kinds)
  const topic = random.pick(topics)
  const name = `${topic} ${kind} ${place.city}`
  const permalink = usedSlugs.has(slugify(name)) ? `${slugify(name)}-${index}` : slugify(name)
  usedSlugs.add(permalink)
  const otherTopics = topics.filter((other) => other !== topic)
  const pickSome = (least: number, most: number) =>
    random.sample(listCompanies(), random.int(least, most)).map((company) => company.index)
  return {
    index,
    uuid: random.uuid(),
    permalink,
    name,
    shortDescription: makeSentence(random),
    description: makeParagraph(random, 'en', random.int(4, 10)),
    logoPath: complete || random.chance(0.9) ? `/images/conferences/${permalink}.png` : null,
    place,
    /** Days from now to the first day; negative when it is past. */
    startsInDays: random.int(-300, 240),
    durationDays: random.int(1, 4),
    types: typesByKind[kind] ?? ['conference', ...(random.chance(0.5) ? ['networking'] : [])],
    categories: [topic, ...random.sample(otherTopics, random.int(0, 3))],
    speakers: pickSome(complete ? 5 : 0, 25).map((companyIndex) => pickPerson(companyIndex, random)),
    /** Indexes of companies. */
    sponsors: pickSome(complete ? 3 : 0, 14),
    exhibitors: complete || random.chance(0.5) ? pickSome(2, 20) : [],
    contestants: complete || random.chance(0.35) ? pickSome(2, 12) : [],
    registrationUrl: complete || random.chance(0.9) ? `https://${permalink}.example/register` : null,
    press: pressAbout(name, permalink, complete, random),
  }
}

const pressAbout = (name: string, permalink: string, complete: boolean, random: Random) =>
  random.sample(outlets, random.int(complete ? 1 : 0, 4)).map((outlet) => {
    const uuid = random.uuid()
    const daysFromStart = random.int(-60, 10)
    return {
      uuid,
      title: writeConferenceHeadline(name, outlet.language, daysFromStart, random),
      outlet,
      daysFromStart,
      path: `/events/${permalink}-${uuid.slice(0, 8)}`,
    }
  })

/** The reports published by now, with their age. */
export const listPublishedPress = ({ press, startsInDays }: Conference) =>
  press
    .map((report) => ({ ...report, daysAgo: -(startsInDays + report.daysFromStart) }))
    .filter(({ daysAgo }) => daysAgo >= 0)

export const findConference = createFinder(listConferences, ({ permalink }) => permalink)
