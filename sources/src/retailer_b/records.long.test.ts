// Records of retailer B against a schema written from the specification (2.8).
import { onSite } from '@quarry/kit/testing/on-site'
import {
  closed,
  closedOrNull,
  many,
  matching,
  maybe,
  maybeCount,
  maybeText,
  maybeUrl,
  text,
} from '@quarry/kit/testing/record-schema'
import { sandboxGet } from '@quarry/kit/testing/run-example'
import { expect, test } from 'vitest'
import { surveyRecords } from '../testing/record-survey.ts'
import { retailerB } from './index.ts'
import { product } from './product.ts'
import { makeRef } from './sandbox/goods.ts'

const rating = { type: ['number', 'null'], minimum: 1, maximum: 5 }
const amountIn = (unit: string) => maybe(matching(`^\\d+(\\.\\d+)? ${unit}$`))

const schema = closed({
  id: matching('^C\\d+$'),
  url: matching('^https://fr\\.retailer-b\\.example/.+/pr-C\\d+$'),
  image: maybeUrl,
  brand: maybeText,
  title: text,
  rating,
  attributes: many(text),
  reviews_count: maybeCount,
  reviews_details: closed({
    average_rating: rating,
    rating_distribution: closed({
      1: maybeCount,
      2: maybeCount,
      3: maybeCount,
      4: maybeCount,
      5: maybeCount,
    }),
  }),
  features: closed({
    ean: maybe(matching('^\\d{13}$')),
    reference: maybeText,
    description: maybeText,
    ingredients: maybeText,
    pays_de_fabrication: maybeText,
    denomination_legale_de_vente: maybeText,
    contact: closedOrNull({ exploitant: maybeText, service_consommateur: maybeText }),
    valeurs_nutritionnelles: closedOrNull({
      sel: amountIn('g'),
      glucides: amountIn('g'),
      proteines: amountIn('g'),
      dont_sucres: amountIn('g'),
      matieres_grasses: amountIn('g'),
      fibres_alimentaires: amountIn('g'),
      valeur_energetique_kj: amountIn('kJ'),
      valeur_energetique_kcal: amountIn('kcal'),
      dont_acides_gras_satures: amountIn('g'),
    }),
  }),
})

type Product = {
  reviews_count: number | null
  reviews_details: { rating_distribution: Record<string, number | null> }
}

const isRemoved = (index: number) => index % 53 === 7 || index % 59 === 8 || index % 61 === 10
const toAddress = (index: number) => `https://fr.retailer-b.example/produit/pr-${makeRef(index)}`

test('200 products have every field with its type', async () => {
  const lookups = Array.from({ length: 240 }, (_, index) => index)
    .filter((index) => !isRemoved(index))
    .map((index) => ({ query: toAddress(index) }))
  const records = (await surveyRecords({
    source: retailerB,
    path: '/v2/retailer_b/product',
    lookups,
    schema,
  })) as Product[]
  for (const { reviews_count, reviews_details } of records) {
    const counts = Object.values(reviews_details.rating_distribution)
    if (counts.some((count) => count !== null))
      expect(counts.reduce((sum: number, count) => sum + (count ?? 0), 0)).toBe(reviews_count)
  }
})

test('unknown and removed products are not found', async () => {
  const { find } = onSite(retailerB, product)
  const get = sandboxGet(retailerB, new Date('2026-11-15T12:00:00Z'))
  for (const query of ['https://fr.retailer-b.example/x/pr-C1', ...[7, 8, 10].map(toAddress)]) {
    expect((await find({ query }, get)).kind, query).toBe('not_found')
  }
})
