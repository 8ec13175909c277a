// The invented subjects of the sandbox pages: each as a schema.org node, with the texts that a page shows and puts into
// meta tags. Each is made from its number alone.

export type Kind = 'article' | 'product' | 'event' | 'recipe'
export type Node = { readonly [name: string]: string | number | Node | readonly (string | number | Node)[] }

export type Subject = {
  kind: Kind
  host: string
  site: string
  title: string
  description: string
  image: string
  /** Open Graph and product properties beside those that every page has. */
  properties: readonly (readonly [string, string])[]
  /** Meta tags by name. */
  metas: readonly (readonly [string, string])[]
  node: Node
  paragraphs: readonly string[]
}

const pad = (number: number): string => String(number).padStart(2, '0')
const makeDate = (number: number): string => `2026-${pad(1 + (number % 9))}-${pad(1 + ((number * 5) % 28))}`
const toImage = (host: string, number: number): string => `https://${host}/images/${number}.jpg`

const makers: Readonly<Record<Kind, (number: number) => Subject>> = {
  article(number) {
    const host = 'news.page.example'
    const [title, author, site] = [makeHeadline(number), makePerson(number), 'Harbour Post']
    const description = `A report from ${pick(cities, number)} about report number ${number}.`
    const [published, modified] = [`${makeDate(number)}T07:30:00Z`, `${makeDate(number + 1)}T09:00:00+01:00`]
    const [section, image] = [pick(['Local', 'Business', 'Culture'], number), toImage(host, number)]
    return {
      kind: 'article',
      host,
      site,
      title,
      description,
      image,
      properties: [
        ['og:type', 'article'],
        ['article:published_time', published],
        ['article:modified_time', modified],
        ['article:section', section],
        ['article:tag', 'harbour'],
      ],
      metas: [
        ['author', author],
        ['date', published],
        ['keywords', 'harbour, city'],
      ],
      node: {
        '@type': pick(['NewsArticle', 'Article', 'BlogPosting'], number),
        headline: title,
        description,
        image,
        datePublished: published,
        dateModified: modified,
        articleSection: section,
        keywords: 'harbour, city',
        inLanguage: 'en',
        author: { '@type': 'Person', name: author },
        publisher: {
          '@type': 'Organization',
          name: site,
          logo: { '@type': 'ImageObject', url: `https://${host}/logo.png` },
        },
      },
      paragraphs: [1, 2, 3, 4, 5].map((salt) => makeParagraph(number, salt)),
    }
  },
  product(number) {
    const host = 'shop.page.example'
    const title = `${pick(['Oak stool', 'Wool blanket', 'Copper kettle', 'Linen apron'], number)} model ${number}`
    const description = `Made by hand in a workshop in ${pick(cities, number)}, model ${number}.`
    const price = (10 + number * 3.55).toFixed(2)
    const word = pick(['InStock', 'OutOfStock', 'PreOrder', 'BackOrder'], number)
    const image = toImage(host, number)
    return {
      kind: 'product',
      host,
      site: 'Corner Goods',
      title,
      description,
      image,
      properties: [
        ['og:type', 'product'],
        ['product:price:amount', price],
        ['product:price:currency', 'EUR'],
        ['product:availability', word.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()],
        ['product:brand', 'Lindgren'],
      ],
      metas: [],
      node: {
        '@type': 'Product',
        name: title,
        description,
        image: [image, `https://${host}/images/${number}-back.jpg`],
        sku: `CG-${1000 + number}`,
        brand: { '@type': 'Brand', name: 'Lindgren' },
        category: 'Home goods',
        offers: {
          '@type': 'Offer',
          price,
          priceCurrency: 'EUR',
          availability: `https://schema.org/${word}`,
          itemCondition: 'https://schema.org/NewCondition',
          seller: { '@type': 'Organization', name: 'Corner Goods' },
        },
        aggregateRating: { '@type': 'AggregateRating', ratingValue: '4.5', reviewCount: 12 + number },
      },
      paragraphs: [`Price: ${price} €`, description],
    }
  },
  event(number) {
    const host = 'events.page.example'
    const title = `${pick(['Lantern night', 'River concert', 'Map makers meeting'], number)} number ${number}`
    const description = `An evening for everybody, number ${number} of its series.`
    const [start, end] = [`${makeDate(number)}T19:00:00+02:00`, `${makeDate(number)}T22:30:00+02:00`]
    const city = pick(cities, number)
    return {
      kind: 'event',
      host,
      site: 'What Is On',
      title,
      description,
      image: toImage(host, number),
      properties: [
        ['og:type', 'event'],
        ['event:start_time', start],
        ['event:end_time', end],
        ['og:locality', city],
      ],
      metas: [],
      node: {
        '@type': pick(['MusicEvent', 'Event', 'SocialEvent'], number),
        name: title,
        description,
        image: toImage(host, number),
        startDate: start,
        endDate: end,
        eventStatus: 'https://schema.org/EventScheduled',
        eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
        location: {
          '@type': 'Place',
          name: 'Mill Hall',
          address: {
            '@type': 'PostalAddress',
            streetAddress: `${number} Quay Road`,
            addressLocality: city,
            postalCode: String(10_000 + number),
            addressCountry: pick(countries, number),
          },
          geo: { '@type': 'GeoCoordinates', latitude: 45.75, longitude: 4.83 },
        },
        organizer: { '@type': 'Organization', name: 'River Society' },
        performer: [{ '@type': 'MusicGroup', name: 'Tin Owl Trio' }],
        offers: {
          '@type': 'Offer',
          price: '12.00',
          priceCurrency: 'EUR',
          availability: 'https://schema.org/InStock',
        },
      },
      paragraphs: [description, makeParagraph(number, 2)],
    }
  },
  recipe(number) {
    const host = 'kitchen.page.example'
    const title = `${pick(['Leek soup', 'Plum tart', 'Bean stew', 'Rye bread'], number)} number ${number}`
    const description = `A dish for cold evenings, page ${number} of the book.`
    return {
      kind: 'recipe',
      host,
      site: 'Small Kitchen',
      title,
      description,
      image: toImage(host, number),
      properties: [['og:type', 'article']],
      metas: [],
      node: {
        '@type': 'Recipe',
        name: title,
        description,
        image: toImage(host, number),
        author: { '@type': 'Person', name: makePerson(number, 1) },
        datePublished: makeDate(number),
        recipeYield: '4 servings',
        prepTime: 'PT15M',
        cookTime: `PT${20 + number}M`,
        totalTime: 'PT1H30M',
        recipeIngredient: ['three large leeks', `${100 + number} g of butter`, 'a litre of broth'],
        recipeInstructions: [
          { '@type': 'HowToStep', text: 'Wash and cut the vegetables.' },
          { '@type': 'HowToStep', text: `Simmer for ${20 + number} minutes.` },
        ],
        recipeCategory: 'Main course',
        recipeCuisine: 'French',
        nutrition: { '@type': 'NutritionInformation', calories: '220 kcal' },
        aggregateRating: { '@type': 'AggregateRating', ratingValue: '4.8', ratingCount: 40 + number },
      },
      paragraphs: [description],
    }
  },
}

export const kinds = Object.keys(makers) as Kind[]
export const makeSubject = (kind: Kind, number: number): Subject => makers[kind](number)

/** Picks an item. Equal numbers give equal items, neighbouring numbers different ones. */
const pick = <T>(items: readonly T[], number: number, salt = 0): T =>
  items[((number * 7919 + salt * 104729) >>> 0) % items.length] as T

const first = ['Ines', 'Tom', 'Mara', 'Oskar', 'Lucie', 'Ravi', 'Greta', 'Paolo', 'Selma', 'Hugo', 'Nadia']
const last = ['Moreau', 'Hale', 'Lindqvist', 'Okafor', 'Bauer', 'Castel', 'Novak', 'Ferri', 'Brandt']
const makePerson = (number: number, salt = 0): string =>
  `${pick(first, number, salt)} ${pick(last, number, salt + 3)}`

const cities = ['Lyon', 'Bergen', 'Porto', 'Ghent', 'Graz', 'Cork', 'Turin'] as const
const countries = ['FR', 'NO', 'PT', 'BE', 'AT', 'IE', 'IT'] as const

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
const makeParagraph = (number: number, salt: number): string =>
  [0, 11, 23, 37].map((step) => makeSentence(number + step, salt * 5 + step)).join(' ')

const makeHeadline = (number: number): string =>
  `${pick(objects, number, 9).replace(/^(?:the|a|its|two) /, (word) => word[0]?.toUpperCase() + word.slice(1))} number ${number} changes hands`
