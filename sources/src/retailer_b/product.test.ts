// Retailer B product: parameters, exact records from each form of a product's page and from the open product data,
// and how one completes the other.
import { readFileSync } from 'node:fs'
import type { Page } from '@quarry/kit/outcome'
import { onSite } from '@quarry/kit/testing/on-site'
import { expect, test } from 'vitest'
import { retailerB } from './index.ts'
import { product } from './product.ts'
import type { ProductRecord } from './product-record.ts'
import { productSite } from './providers/site.ts'

const root = 'https://fr.retailer-b.example'
const grocer = onSite(retailerB, product)
const parse = (query: string) => grocer.parse({ query })
const read = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8')
const page = (url: string, body: string, change: Partial<Page> = {}): Page => ({
  url,
  status: 200,
  contentType: body.trimStart().startsWith('{') ? 'application/json' : 'text/html; charset=utf-8',
  body,
  ...change,
})
const readRecord = (name: string, url: string): ProductRecord => {
  const outcome = productSite.extract(page(url, read(name)), parse(url))
  if (outcome.kind !== 'found') throw new Error(outcome.kind)
  return outcome.record
}

const noReviews = {
  average_rating: null,
  rating_distribution: { 1: null, 2: null, 3: null, 4: null, 5: null },
}
const noNutrition = {
  sel: null,
  glucides: null,
  proteines: null,
  dont_sucres: null,
  matieres_grasses: null,
  fibres_alimentaires: null,
  valeur_energetique_kj: null,
  valeur_energetique_kcal: null,
  dont_acides_gras_satures: null,
}

test('a current page gives the whole product and nothing of the carousel', () => {
  expect(readRecord('product.html', `${root}/galettes/pr-C77120`)).toEqual({
    id: 'C77120',
    url: `${root}/galettes/pr-C77120`,
    image: `${root}/media/C77120/1.jpg`,
    brand: "Moulin d'Oriel",
    title: 'Galettes de seigle & sarrasin',
    rating: 4.2,
    attributes: ['250 g', '11,96 € / kg'],
    reviews_count: 1009,
    reviews_details: { average_rating: 4.2, rating_distribution: { 1: 0, 2: 19, 3: 40, 4: 150, 5: 800 } },
    features: {
      ean: '4006381333931',
      reference: 'C77120',
      description: 'Fines et dorées. À tartiner.',
      ingredients: 'Farine de SEIGLE 60 %, eau, sel (traces de LAIT).',
      pays_de_fabrication: 'France, Belgique',
      denomination_legale_de_vente: 'Galettes croustillantes',
      contact: {
        exploitant: "Moulin d'Oriel, 3 quai Neuf, 29200 Brest",
        service_consommateur: 'BP 4, 29200 Brest',
      },
      valeurs_nutritionnelles: {
        sel: '0.03 g',
        glucides: '71 g',
        proteines: '7.5 g',
        dont_sucres: '6.7 g',
        matieres_grasses: '3.9 g',
        fibres_alimentaires: '10.5 g',
        valeur_energetique_kj: '1569 kJ',
        valeur_energetique_kcal: '375 kcal',
        dont_acides_gras_satures: '< 0.5 g',
      },
    },
  })
})

test('an old page has its title outside the scope, its reference in the address, and bare amounts', () => {
  expect(readRecord('product-old.html', `${root}/tisane/pr-C900`)).toEqual({
    id: 'C900',
    url: `${root}/tisane/pr-C900`,
    image: 'https://media.retailer-b.example/t.jpg',
    brand: 'Herbier Nord',
    title: 'Tisane du soir',
    rating: null,
    attributes: [],
    reviews_count: 0,
    reviews_details: noReviews,
    features: {
      ean: '4006381333931',
      reference: 'C900',
      description: 'Une tisane calme.',
      ingredients: 'Verveine, tilleul.',
      pays_de_fabrication: null,
      denomination_legale_de_vente: null,
      contact: { exploitant: 'Herbier Nord, 59000 Lille', service_consommateur: null },
      valeurs_nutritionnelles: {
        ...noNutrition,
        proteines: '0.1 g',
        valeur_energetique_kj: '12 kJ',
        valeur_energetique_kcal: '3 kcal',
      },
    },
  })
})

const partial = {
  id: 'C55',
  url: `${root}/sables/pr-C55`,
  image: null,
  brand: null,
  title: 'Sablés',
  rating: null,
  attributes: [],
  reviews_count: null,
  reviews_details: noReviews,
  features: {
    ean: '4006381333931',
    reference: 'C55',
    description: null,
    ingredients: null,
    pays_de_fabrication: null,
    denomination_legale_de_vente: null,
    contact: null,
    valeurs_nutritionnelles: null,
  },
}

test('a page with few details gives a record with these', () => {
  expect(readRecord('product-partial.html', `${root}/sables/pr-C55`)).toEqual(partial)
})

const openNutrition = {
  sel: '0 g',
  glucides: '62 g',
  proteines: '6.8 g',
  dont_sucres: '22 g',
  matieres_grasses: '23 g',
  fibres_alimentaires: null,
  valeur_energetique_kj: '2036 kJ',
  valeur_energetique_kcal: '486 kcal',
  dont_acides_gras_satures: '15 g',
}

test('open product data gives the contents of the product, amounts with their units', () => {
  expect(readRecord('open-data.json', `${root}/sables/pr-C55`)).toEqual({
    ...partial,
    image: 'https://media.retailer-b.example/open/front.jpg',
    brand: 'Four Rond',
    title: 'Sablés nature',
    attributes: ['180 g', 'Point vert', 'Bio'],
    features: {
      ...partial.features,
      ingredients: 'Farine de blé, beurre, sucre.',
      pays_de_fabrication: 'Quimper',
      denomination_legale_de_vente: 'Biscuits',
      valeurs_nutritionnelles: openNutrition,
    },
  })
})

const runOver = async (responses: Record<string, string>) => {
  const requests: string[] = []
  const outcome = await grocer.find({ query: `${root}/sables/pr-C55` }, async (url) => {
    const { pathname } = new URL(url)
    requests.push(pathname)
    const body = responses[pathname]
    return body === undefined ? page(url, '', { status: 404 }) : page(url, body)
  })
  return { outcome, requests }
}

test('a page without features is filled from the open data, which overrides nothing', async () => {
  const openPath = '/api/v0/product/4006381333931.json'
  const { outcome, requests } = await runOver({
    '/sables/pr-C55': read('product-partial.html'),
    [openPath]: read('open-data.json'),
  })
  expect(requests).toEqual(['/sables/pr-C55', openPath])
  expect(outcome).toEqual({
    kind: 'found',
    form: 'microdata+open-data',
    source: partial.url,
    record: {
      ...partial,
      brand: 'Four Rond',
      image: 'https://media.retailer-b.example/open/front.jpg',
      features: {
        ...partial.features,
        ingredients: 'Farine de blé, beurre, sucre.',
        pays_de_fabrication: 'Quimper',
        denomination_legale_de_vente: 'Biscuits',
        valeurs_nutritionnelles: openNutrition,
      },
    },
  })
  const unknown = await runOver({ '/sables/pr-C55': read('product-partial.html') })
  const unfilled = { kind: 'found', form: 'microdata', source: partial.url, record: partial }
  expect(unknown.outcome).toEqual(unfilled)
  const none = await runOver({ '/sables/pr-C55': read('product-partial.html'), [openPath]: '{"status":0}' })
  expect(none.outcome).toEqual(unfilled)
})

test('values of the page win over open data', async () => {
  const shown = read('product-partial.html').replace('<h1>', '<meta itemprop="brand" content="Sablier"><h1>')
  const { outcome } = await runOver({
    '/sables/pr-C55': shown,
    '/api/v0/product/4006381333931.json': read('open-data.json'),
  })
  expect(outcome).toMatchObject({ record: { brand: 'Sablier', title: 'Sablés', attributes: [] } })
})

test('a page with features is read without the open data', async () => {
  expect((await runOver({ '/sables/pr-C55': read('product-old.html') })).requests).toEqual(['/sables/pr-C55'])
})

test('a brand, an image and a rating may be objects, and a link is not a name', () => {
  const readWith = (markup: string) => {
    const body = read('product-partial.html').replace('<h1>', `${markup}<h1>`)
    return productSite.extract(page(partial.url, body), parse(partial.url))
  }
  const rated = (value: string) =>
    `<div itemscope itemtype="http://schema.org/Rating"><meta itemprop="ratingValue" content="${value}"></div>`
  expect(
    readWith(
      `<div itemprop="brand" itemscope itemtype="http://schema.org/Brand"><b itemprop="name">Sablier</b></div>
       <div itemprop="image" itemscope><link itemprop="contentUrl" href="/media/1.jpg"></div>
       <div itemprop="review" itemscope>${rated('1').replace('itemscope', 'itemprop="reviewRating" itemscope')}</div>
       ${rated('4,5').replace('itemscope', 'itemprop="aggregateRating" itemscope')}`,
    ),
  ).toMatchObject({ record: { brand: 'Sablier', image: `${root}/media/1.jpg`, rating: 4.5 } })
  expect(
    readWith('<a itemprop="brand" href="/marques/sablier"></a><link itemprop="image" href="">'),
  ).toMatchObject({ record: { brand: null, image: null, rating: null } })
})

test('a page truncated in its features keeps the features before', () => {
  const fullPage = read('product.html')
  const url = `${root}/galettes/pr-C77120`
  const outcome = productSite.extract(
    page(url, fullPage.slice(0, fullPage.indexOf('<h3>Contact'))),
    parse(url),
  )
  expect(outcome).toMatchObject({
    kind: 'found',
    record: {
      title: 'Galettes de seigle & sarrasin',
      features: { pays_de_fabrication: 'France, Belgique', contact: null },
    },
  })
})

test('a removed product is not found, whatever the site answers', () => {
  const url = `${root}/sables/pr-C55`
  const readKind = (at: string, body: string, change?: Partial<Page>) =>
    productSite.extract(page(at, body, change), parse(url)).kind
  expect(readKind(url, '', { status: 404 })).toBe('not_found')
  expect(readKind(url, '', { status: 410 })).toBe('not_found')
  expect(readKind(url, read('gone.html'))).toBe('not_found')
  expect(readKind(url, '{"status":0,"status_verbose":"product not found"}')).toBe('not_found')
  const department = '<html><title>Rayon</title><h1>Épicerie</h1><p>Tout le rayon.</p></html>'
  expect(readKind(`${root}/rayon/epicerie`, department)).toBe('not_found')
})

test('a bot wall and a page without its own product are failures', () => {
  const url = `${root}/sables/pr-C55`
  const readReason = (body: string) => {
    try {
      return productSite.extract(page(url, body), parse(url)).kind
    } catch (thrown) {
      return (thrown as { reason?: string }).reason
    }
  }
  expect(readReason(read('wall.html'))).toBe('upstream_blocked')
  expect(readReason('<html><title>x</title><h1>Épicerie</h1><p>Tout le rayon.</p></html>')).toBe(
    'page_changed',
  )
  expect(readReason('{"status":1}')).toBe('page_changed')
  const others = read('product-partial.html').replace(
    /<div itemscope.*<h1>Sablés<\/h1><\/div>/,
    '<h1>Sablés</h1>',
  )
  expect(readReason(others)).toBe('page_changed')
  expect(readReason(others.replace(' data-product-ref="C1"', ''))).toBe('page_changed')
})

test('any address of a product page is accepted, and equal ones are one lookup', () => {
  const lookup = parse(`${root}/sables-bretons/pr-C55`)
  expect(lookup).toEqual({ reference: 'C55', path: '/sables-bretons/pr-C55' })
  for (const query of [
    'http://fr.retailer-b.example/sables-bretons/pr-C55',
    `${root}/sables-bretons/pr-C55/`,
    `${root}/sables-bretons/pr-C55?utm_source=x#avis`,
    ` ${root}/sables-bretons/pr-C55 `,
  ])
    expect(parse(query), query).toEqual(lookup)
  expect(parse('pr-C55')).toEqual(parse(`${root}/pr-C55`))
  expect(parse(`${root}/pr-0f3a-77_b`).reference).toBe('0f3a-77_b')
  expect(parse(`${root}/a/b/c/pr-1`).reference).toBe('1')
})

test('an address that is not a product page of the French site is refused', () => {
  for (const query of [
    'https://es.retailer-b.example/sables/pr-C55',
    'https://www.retailer-b.example/sables/pr-C55',
    'https://retailer-b.example/sables/pr-C55',
    'https://fr.retailer-b.example.evil.example/sables/pr-C55',
    `${root}/`,
    `${root}/rayon/epicerie`,
    `${root}/sables/C55`,
    `${root}/sables/pr-`,
    `${root}/sables/pr-C55/avis`,
    `${root}/sables/pr-C55%2Favis`,
    `${root}/x/../pr-C55`,
    'C55',
    'pr-',
    'pr-C55/avis',
    '',
  ])
    expect(() => parse(query), query).toThrow(/^Bad Request: query must be/)
})

test('the parameters of a saved response of the open data are its article number', () => {
  const address = `${root}/api/v0/product/4006381333931.json`
  const query = grocer.parse(grocer.paramsFromUrl(address))
  const outcome = productSite.extract(page(address, read('open-data.json')), query)
  expect(outcome).toMatchObject({
    kind: 'found',
    form: 'open-data',
    source: `${root}/pr-4006381333931`,
    record: {
      id: '4006381333931',
      url: `${root}/pr-4006381333931`,
      features: { ean: '4006381333931', reference: null },
    },
  })
})
