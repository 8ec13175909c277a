// Products by words from Open Food Facts.
import { createOpenFoodFactsSearch } from '../../shops/open-food-facts-search.ts'
import { isArticleNumber } from '../product-address.ts'

export const openFoodFactsSearch = createOpenFoodFactsSearch(isArticleNumber, (ean) => ({
  id: `pr-${ean}`,
  ean,
}))
