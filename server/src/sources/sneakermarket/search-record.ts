// The sneakers of a search as callers get them, apart from the endpoint, so that readers need not know it.
import { nullable, object, type Static, text } from '../../lib/schema.ts'

export const item = object({
  id: text('5b1c7f0e-8d3a-4c55-9a51-2f1f6a0b7c11', {
    description: "A UUID, or the site's own id where it has none.",
  }),
  slug: nullable(text('velmont-canyon-runner-2-slate-ka1200-107')),
  name: text("Velmont Canyon Runner 2 'Slate'"),
  sku: nullable(text('KA1200-107')),
  category: nullable(text('sneakers')),
  brand: nullable(text('Velmont')),
  image: nullable(text('https://images.sneakermarket.example/ka1200-107/small.jpg')),
  colorway: nullable(text('Slate/White-Gum')),
})

export type SneakerItem = Static<typeof item>
