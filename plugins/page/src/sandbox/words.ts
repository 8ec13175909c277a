// Invented words of the sandbox pages. Each page is made from its number alone.

/** Picks an item. Equal numbers give equal items, neighbouring numbers different ones. */
export const pick = <T>(items: readonly T[], number: number, salt = 0): T =>
  items[((number * 7919 + salt * 104729) >>> 0) % items.length] as T

const first = ['Ines', 'Tom', 'Mara', 'Oskar', 'Lucie', 'Ravi', 'Greta', 'Paolo', 'Selma', 'Hugo', 'Nadia']
const last = ['Moreau', 'Hale', 'Lindqvist', 'Okafor', 'Bauer', 'Castel', 'Novak', 'Ferri', 'Brandt']
export const makePerson = (number: number, salt = 0): string =>
  `${pick(first, number, salt)} ${pick(last, number, salt + 3)}`

export const cities = ['Lyon', 'Bergen', 'Porto', 'Ghent', 'Graz', 'Cork', 'Turin'] as const
export const countries = ['FR', 'NO', 'PT', 'BE', 'AT', 'IE', 'IT'] as const

const subjects = [
  'The council',
  'The harbour office',
  'A group of residents',
  'The museum',
  'The night market',
  'The tram company',
]
const verbs = ['has opened', 'will repair', 'wants to move', 'is testing', 'has sold', 'plans to extend']
const objects = [
  'the old bridge',
  'two ferry lines',
  'a row of gardens',
  'the winter hall',
  'its archive',
  'the north gate',
]
const reasons = [
  'after a year of work',
  'because the river rose twice',
  'although money is short',
  'with help from three schools',
  'before the summer begins',
]

const makeSentence = (number: number, salt: number): string =>
  `${pick(subjects, number, salt)} ${pick(verbs, number, salt + 1)} ${pick(objects, number, salt + 2)} ${pick(reasons, number, salt + 3)}.`

/** Four sentences. */
export const makeParagraph = (number: number, salt: number): string =>
  [0, 11, 23, 37].map((step) => makeSentence(number + step, salt * 5 + step)).join(' ')

export const makeHeadline = (number: number): string =>
  `${pick(objects, number, 9).replace(/^(?:the|a|its|two) /, (word) => word[0]?.toUpperCase() + word.slice(1))} number ${number} changes hands`
