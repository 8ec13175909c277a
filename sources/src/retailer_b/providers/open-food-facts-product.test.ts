// Retailer B product by Open Food Facts: each field from its place, nothing that it does not say, and invalid
// responses.
import { readFileSync } from 'node:fs'
import type { Page } from '@quarry/kit/outcome'
import { onProvider } from '@quarry/kit/testing/on-site'
import { expect, test } from 'vitest'
import { product } from '../product.ts'
import { openFoodFactsProduct } from './open-food-facts-product.ts'

const fixture = readFileSync(new URL('../fixtures/open-food-facts-product.json', import.meta.url), 'utf8')
const readFixture = () => JSON.parse(fixture) as { product: Record<string, unknown> }
const ean = '3250100000005'
const at = `https://world.openfoodfacts.org/api/v2/product/${ean}.json`
const page = (body: unknown, change: Partial<Page> = {}): Page => ({
  url: at,
  status: 200,
  contentType: 'application/json',
  body: typeof body === 'string' ? body : JSON.stringify(body),
  ...change,
})
const { parse, find } = onProvider(product, openFoodFactsProduct)
const query = { reference: ean, path: null }
const extract = (body: unknown, change?: Partial<Page>) =>
  openFoodFactsProduct.extract(page(body, change), query)
const extractWith = (change: Record<string, unknown>) => {
  const { product, ...rest } = readFixture()
  return extract({ ...rest, product: { ...product, ...change } })
}

test('a product is requested by its number, with its fields by name', async () => {
  const requests: string[] = []
  await find({ query: `pr-${ean}` }, async (url) => {
    requests.push(url)
    return page(fixture)
  })
  const url = new URL(requests[0] ?? '')
  expect([requests.length, url.origin + url.pathname, url.searchParams.get('product_type')]).toEqual([
    1,
    at,
    'all',
  ])
  expect(url.searchParams.get('fields')?.split(',').sort()).toEqual(
    Object.keys(readFixture().product).concat('image_front_url', 'producer').sort(),
  )
})

test('a record has the fields of the data, in French if available', () => {
  expect(extract(fixture)).toEqual({
    kind: 'found',
    form: 'open-food-facts',
    source: `https://fr.openfoodfacts.org/produit/${ean}`,
    record: {
      id: ean,
      url: `https://fr.openfoodfacts.org/produit/${ean}`,
      image: 'https://images.openfoodfacts.org/images/products/325/010/000/0005/front_fr.4.400.jpg',
      brand: "Moulin d'Oriel",
      title: 'Anneaux "pur beurre"',
      rating: null,
      attributes: ['180 g', 'Point Vert', 'Label Rouge', 'Ohne Gentechnik'],
      reviews_count: null,
      reviews_details: {
        average_rating: null,
        rating_distribution: { 1: null, 2: null, 3: null, 4: null, 5: null },
      },
      features: {
        ean,
        reference: null,
        description: null,
        ingredients: 'Farine de BLÉ, BEURRE 24 %, sucre.',
        pays_de_fabrication: 'Quimper',
        denomination_legale_de_vente: 'Biscuits sablés en anneaux',
        contact: {
          exploitant: "Moulin d'Oriel, 3 quai Neuf, 29200 Brest",
          service_consommateur: 'Service consommateurs, BP 4, 29000 Quimper',
        },
        valeurs_nutritionnelles: {
          sel: '0.9 g',
          glucides: '62 g',
          proteines: '6.8 g',
          dont_sucres: '22 g',
          matieres_grasses: '23 g',
          fibres_alimentaires: '2.1 g',
          valeur_energetique_kj: '2036 kJ',
          valeur_energetique_kcal: '486 kcal',
          dont_acides_gras_satures: '15 g',
        },
      },
    },
  })
})

test('values missing in the data are null', () => {
  const bare = { status: 1, product: { code: ean, product_name: 'Rings', product_name_fr: '' } }
  expect(extract(bare)).toMatchObject({
    record: {
      id: ean,
      title: 'Rings',
      image: null,
      brand: null,
      attributes: [],
      features: {
        ean,
        ingredients: null,
        pays_de_fabrication: null,
        denomination_legale_de_vente: null,
        contact: null,
        valeurs_nutritionnelles: null,
      },
    },
  })
  expect(extractWith({ producer_fr: '' })).toMatchObject({
    record: { features: { contact: { exploitant: null } } },
  })
  expect(extractWith({ image_url: 'none' })).toMatchObject({ record: { image: null } })
})

test('a product of a sister project has its page there, and its number may be padded with zeros', () => {
  const other = 'https://world.openbeautyfacts.org/api/v2/product/3250100000005.json'
  expect(extract(fixture, { url: other })).toMatchObject({
    source: `https://fr.openbeautyfacts.org/produit/${ean}`,
    record: { url: `https://fr.openbeautyfacts.org/produit/${ean}` },
  })
  expect(extractWith({ code: `0${ean}` })).toMatchObject({ record: { id: `0${ean}` } })
})

test('a product that is missing or has no name is not found', () => {
  const none = { code: ean, status: 0, status_verbose: 'product not found' }
  expect(extract(none, { status: 404 }).kind).toBe('not_found')
  expect(extract(none).kind).toBe('not_found')
  const nameless = { product_name: '', product_name_fr: '', generic_name: '', generic_name_fr: '' }
  expect(extractWith(nameless).kind).toBe('not_found')
  // A product with a photo only.
  expect(extract({ code: ean, status: 1, product: { code: ean } }).kind).toBe('not_found')
})

test.each([
  ['a page of HTML', '<html><body><h1>Anneaux</h1></body></html>'],
  ['nothing', ''],
  ['JSON that is cut off', fixture.slice(0, 900)],
  ['no product', { status: 1 }],
  ['a list', []],
  ['an empty product', { status: 1, product: {} }],
  ['another product', { status: 1, product: { code: '4006381333931', product_name: 'Sablés' } }],
  ['labels of another type', { status: 1, product: { code: ean, product_name: 'x', labels_tags_fr: 'Bio' } }],
  ['a name of another type', { status: 1, product: { code: ean, product_name: { fr: 'Anneaux' } } }],
  ['brands of another type', { status: 1, product: { code: ean, product_name: 'Rings', brands: ['Oriel'] } }],
  [
    'nutriments of another type',
    { status: 1, product: { code: ean, product_name: 'Rings', nutriments: [] } },
  ],
])('%s is a changed page', (_, body) => {
  expect(() => extract(body)).toThrow(expect.objectContaining({ reason: 'page_changed' }))
})

test('a number and the addresses of its page are one lookup', () => {
  for (const input of [
    `pr-${ean}`,
    ` pr-${ean} `,
    `https://fr.openfoodfacts.org/produit/${ean}/anneaux-pur-beurre-moulin-d-oriel`,
    `https://world.openfoodfacts.org/product/${ean}/butter-rings?utm_source=x`,
    `http://de.openfoodfacts.org/produkt/${ean}/`,
    `fr.openbeautyfacts.org/produit/${ean}`,
    `https://openfoodfacts.org/product/${ean}`,
    `https://world.openfoodfacts.org/api/v2/product/${ean}.json?fields=code`,
  ])
    expect(parse({ query: input }), input).toEqual(query)
})

test.each([
  [
    'https://fr.openfoodfacts.org/marque/moulin-d-oriel',
    'must be the URL of a product page of Open Food Facts (/produit/<article number>)',
  ],
  [
    'https://fr.openfoodfacts.org/produit/anneaux',
    'must be the URL of a product page of Open Food Facts (/produit/<article number>)',
  ],
  [
    `https://evilopenfoodfacts.org/produit/${ean}`,
    'must be an address on *.openfoodfacts.org or *.openbeautyfacts.org or *.openproductsfacts.org or *.openpetfoodfacts.org',
  ],
  ['anneaux', "must be the URL of a product page on the retailer's French site"],
])('%s is refused', (input, problem) => {
  expect(() => parse({ query: input })).toThrow(`Bad Request: query ${problem}`)
})

test('references of the site are refused here, and bare article numbers by the site', () => {
  expect(openFoodFactsProduct.cannotAnswer?.({ reference: 'C55', path: '/pr-C55' })).toMatchObject({
    parameter: 'query',
  })
  expect(openFoodFactsProduct.cannotAnswer?.(query)).toBeNull()
  const [site] = product.providers
  expect([site?.name, site?.cannotAnswer?.(query)]).toMatchObject(['site', { parameter: 'query' }])
})

test('the parameters of a saved response are its article number', () => {
  expect(openFoodFactsProduct.paramsFromUrl?.(`${at}?fields=code`)).toEqual({ query: `pr-${ean}` })
})
