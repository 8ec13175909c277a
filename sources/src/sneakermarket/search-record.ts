// The record of a search: a list of sneakers.
import { list, namedObject, nullable, type Static, text } from '@quarry/kit/schema'

export const item = namedObject('SneakermarketItem', {
  id: text('5b1c7f0e-8d3a-4c55-9a51-2f1f6a0b7c11', "A UUID, or the site's own id where it has none."),
  slug: nullable(text('velmont-canyon-runner-2-slate-ka1200-107', "The last part of the product's address.")),
  name: text("Velmont Canyon Runner 2 'Slate'"),
  sku: nullable(text('KA1200-107', "The maker's number of the model in this colour.")),
  category: nullable(text('sneakers', "The site's own word for the kind of product.")),
  brand: nullable(text('Velmont')),
  image: nullable(text('https://images.sneakermarket.example/ka1200-107/small.jpg', { format: 'uri' })),
  colorway: nullable(text('Slate/White-Gum', 'The colours, as the maker or the site names them.')),
})

export const record = list(item)

export type SneakerItem = Static<typeof item>

export type SearchQuery = { words: string }

// Decision: a lookup is one page of the site's largest size, because the endpoint has no paging and a caller looks for
// a product, not for a catalogue.
export const resultsMax = 100
