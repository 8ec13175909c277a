// Products by words from Open Food Facts; those whose number is not an EAN-13 cannot be looked up and are left out.
import { isEan } from '@quarry/kit/read/ean'
import { createOpenFoodFactsSearch } from '../../shops/open-food-facts-search.ts'

export const openFoodFactsSearch = createOpenFoodFactsSearch(isEan, (ean) => ({ ean }))
