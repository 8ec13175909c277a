// `/v2/page/recipe`: ingredients and steps of a dish.

import { asList, at } from '@quarry/kit/read/values'
import { integer, list, nullable, number, object, text } from '@quarry/kit/schema'
import { splitKeywords } from './article.ts'
import { pageEndpoint } from './page-endpoint.ts'
import { readAuthors, readCanonical, readLanguage, readPublished } from './read/basics.ts'
import { findItems } from './read/find-items.ts'
import {
  pickList,
  pickNumber,
  pickText,
  readItemDescription,
  readItemImage,
  readItemName,
  readRating,
} from './read/item-fields.ts'
import type { PageData } from './read/page-data.ts'
import type { Picker } from './read/picker.ts'
import { toMinutes, toText, toTexts } from './read/values.ts'
import { author, language } from './story-fields.ts'

const record = object({
  url: text('https://kitchen.page.example/recipe/json-ld-1', { format: 'uri' }),
  name: text('Leek soup'),
  author,
  description: nullable(text('A soup for cold evenings.')),
  image: nullable(text('https://kitchen.page.example/images/soup.jpg', { format: 'uri' })),
  published_at: nullable(text('2026-01-31')),
  yield: nullable(text('4 servings')),
  prep_minutes: nullable(integer(15)),
  cook_minutes: nullable(integer(30)),
  total_minutes: nullable(integer(45)),
  ingredients: list(text('3 leeks')),
  instructions: list(text('Wash the leeks.')),
  category: nullable(text('Soup')),
  cuisine: nullable(text('French')),
  keywords: list(text('winter')),
  calories: nullable(text('220 kcal')),
  rating: nullable(number(4.5)),
  review_count: nullable(integer(37)),
  language,
})

export const recipe = pageEndpoint({
  name: 'recipe',
  summary: 'Recipe of a page',
  description: 'Ingredients, steps and times of a dish, as the page publishes them.',
  example: 'https://kitchen.page.example/recipe/json-ld-1',
  record,
  read: readRecipe,
})

export function readRecipe(data: PageData, picker: Picker) {
  const items = findItems(data, 'Recipe')
  if (items.length === 0) return null
  const reader = { data, items, picker }
  const name = readItemName(reader)
  if (name === null) return null
  const pickMinutes = (field: string) => pickNumber(reader, (node) => toMinutes(node[field]))
  return {
    url: readCanonical(reader) ?? data.url,
    name,
    author: readAuthors(reader).join(', ') || null,
    description: readItemDescription(reader),
    image: readItemImage(reader),
    published_at: readPublished(reader),
    yield: pickText(reader, (node) => toText(asList(node.recipeYield).at(-1))),
    prep_minutes: pickMinutes('prepTime'),
    cook_minutes: pickMinutes('cookTime'),
    total_minutes: pickMinutes('totalTime'),
    ingredients: pickList(reader, (node) => toTexts(node.recipeIngredient ?? node.ingredients)),
    instructions: pickList(reader, (node) => listSteps(node.recipeInstructions)),
    category: pickText(reader, (node) => toText(node.recipeCategory)),
    cuisine: pickText(reader, (node) => toText(node.recipeCuisine)),
    keywords: pickList(reader, (node) => splitKeywords(node.keywords)),
    calories: pickText(reader, (node) => toText(at(data.resolve(node.nutrition), 'calories'))),
    ...readRating(reader),
    language: readLanguage(reader),
  }
}

/** Steps as texts, as nodes, or in sections. The parser bounds how deeply they nest. */
function listSteps(value: unknown): string[] {
  return asList(value).flatMap((step) => {
    const inner = at(step, 'itemListElement')
    if (inner !== undefined) return listSteps(inner)
    return toText(step) ?? toText(at(step, 'text')) ?? toText(at(step, 'name')) ?? []
  })
}
