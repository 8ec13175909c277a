// The sandbox site: responses as the API sends them, with invented data. It does not import the reader.
import type { SandboxSite } from '@quarry/kit'

const kinds = ['Copper lantern', 'Paper lantern', 'Garden lantern', 'Storm lantern']
const contentType = 'application/json'

export const sandbox: SandboxSite = ({ url }) => {
  const id = Number(/^\/v1\/items\/(\d{1,9})$/.exec(url.pathname)?.[1] ?? 0)
  if (id < 1 || id > 999) return { status: 404, contentType, body: '{"error":"no such item"}' }
  // Some items have no price, as in the live API.
  const item = { id, name: `${kinds[id % kinds.length]} ${id}`, price: id % 5 === 0 ? null : id * 3.5 }
  return { contentType, body: JSON.stringify(item) }
}
