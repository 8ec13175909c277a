// `/v2/page/recipe`: ingredients and steps of a dish.

import { toInteger, toNumber } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asList, at } from '@quarry/kit/read/values'
import { integer, list, nullable, number, object, text } from '@quarry/kit/schema'
import { splitKeywords } from './article.ts'
import { pageEndpoint } from './page-endpoint.ts'
import {
  readAuthors,
  readCanonical,
  readDescription,
  readImage,
  readLanguage,
  readPublished,
  readTitle,
} from './read/basics.ts'
import { findItems } from './read/find-items.ts'
import type { PageData } from './read/page-data.ts'
import { fromItems, type Picker } from './read/picker.ts'
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
  const name = picker.pick<string>(...fromItems(items, (node) => toText(node.name))) ?? readTitle(reader)
  if (name === null) return null
  const rating = (node: unknown) => data.resolve(at(node, 'aggregateRating'))
  const pickMinutes = (field: string) =>
    picker.pick<number>(...fromItems(items, (node) => toMinutes(node[field])))
  const pickList = (read: (node: JsonObject) => string[]) =>
    picker.pickList<string>(...items.map(({ form, node }) => [form, () => read(node)] as const))
  return {
    url: readCanonical(reader) ?? data.url,
    name,
    author: readAuthors(reader).join(', ') || null,
    description:
      picker.pick<string>(...fromItems(items, (node) => toText(node.description))) ?? readDescription(reader),
    image: readImage(reader),
    published_at: readPublished(reader),
    yield: picker.pick<string>(...fromItems(items, (node) => toText(asList(node.recipeYield).at(-1)))),
    prep_minutes: pickMinutes('prepTime'),
    cook_minutes: pickMinutes('cookTime'),
    total_minutes: pickMinutes('totalTime'),
    ingredients: pickList((node) => toTexts(node.recipeIngredient ?? node.ingredients)),
    instructions: pickList((node) => listSteps(node.recipeInstructions)),
    category: picker.pick<string>(...fromItems(items, (node) => toText(node.recipeCategory))),
    cuisine: picker.pick<string>(...fromItems(items, (node) => toText(node.recipeCuisine))),
    keywords: pickList((node) => splitKeywords(node.keywords)),
    calories: picker.pick<string>(
      ...fromItems(items, (node) => toText(at(data.resolve(node.nutrition), 'calories'))),
    ),
    rating: picker.pick<number>(...fromItems(items, (node) => toNumber(at(rating(node), 'ratingValue')))),
    review_count: picker.pick<number>(
      ...fromItems(items, (node) =>
        toInteger(at(rating(node), 'reviewCount') ?? at(rating(node), 'ratingCount')),
      ),
    ),
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
