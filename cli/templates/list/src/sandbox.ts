// The sandbox site: result pages as the live site sends them, with invented data. It does not import the reader.
import type { SandboxSite } from '@quarry/kit'

const kinds = ['Copper lantern', 'Paper lantern', 'Garden lantern', 'Storm lantern']
const items = Array.from({ length: 48 }, (_, index) => ({
  id: index + 1,
  name: `${kinds[index % kinds.length]} ${index + 1}`,
}))
const maxShown = 20

export const sandbox: SandboxSite = ({ url }) => {
  if (url.pathname !== '/search')
    return { status: 404, body: '<title>Not found</title><h1>No such page</h1>' }
  const words = url.searchParams.get('q') ?? ''
  const matches = items.filter(({ name }) => name.toLowerCase().includes(words))
  const shown = matches
    .slice(0, maxShown)
    .map(({ id, name }) => {
      // Some items have no price, as on the live site.
      const price = id % 5 === 0 ? '' : `<span class="price">${(id * 3.5).toFixed(2)} €</span>`
      return `<li class="result"><a href="/items/${id}"><span class="name">${name}</span></a>${price}</li>`
    })
    .join('\n')
  return {
    body: `<!doctype html>
<html lang="en"><head><title>Search</title></head><body>
<h1>Search</h1><p class="total">${matches.length} items</p>
<ul>
${shown}
</ul></body></html>`,
  }
}
