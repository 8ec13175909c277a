// The sandbox site: pages as the live site sends them, with invented data. It does not import the reader.
import type { SandboxSite } from '@quarry/kit'

const kinds = ['Copper lantern', 'Paper lantern', 'Garden lantern', 'Storm lantern']

export const sandbox: SandboxSite = ({ url }) => {
  const id = Number(/^\/items\/(\d{1,9})$/.exec(url.pathname)?.[1] ?? 0)
  if (id < 1 || id > 999) return { status: 404, body: '<title>Not found</title><h1>No such item</h1>' }
  const name = `${kinds[id % kinds.length]} ${id}`
  const product = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    sku: String(id),
    name,
    // Some items have no brand, as on the live site.
    ...(id % 5 === 0 ? {} : { brand: { '@type': 'Brand', name: 'Northlight' } }),
    offers: { '@type': 'Offer', price: (id * 3.5).toFixed(2), priceCurrency: 'EUR' },
  }
  return {
    body: `<!doctype html>
<html lang="en"><head><title>${name}</title>
<script type="application/ld+json">${JSON.stringify(product)}</script>
</head><body><h1>${name}</h1><p>Hand made, and sent within two days.</p></body></html>`,
  }
}
