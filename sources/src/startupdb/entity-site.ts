// A provider of one entity from the site: from the state of its page, else from the answer of the site's own API.
import { type Outcome, type Page, pageChanged } from '@quarry/kit/outcome'
import { type Provider, provider } from '@quarry/kit/provider'
import type { ListReader } from '@quarry/kit/read/list-reader'
import { type Entity, readEntity } from './entity.ts'
import { describeForm, type EntityQuery, type EntityType, parsePagePath } from './entity-query.ts'

type EntitySite<R> = Pick<Provider<EntityQuery, R>, 'inputs'> & {
  type: EntityType
  /** Null for an entity without a name or an id. */
  toRecord: (entity: Entity, lists: ListReader) => R | null
  /** Reads a page with neither a state nor an answer of the API. */
  readOther?: (page: Page) => Outcome<R> | null
  /** What is wrong with a page that has none of them. */
  problem: string
}

export function createEntitySite<R>({
  type,
  toRecord,
  readOther = () => null,
  problem,
  ...inputs
}: EntitySite<R>): Provider<EntityQuery, R> {
  const read = (page: Page, query: EntityQuery) => readEntity(page, type, query, toRecord)

  function extract(page: Page, query: EntityQuery): Outcome<R> {
    const outcome = read(page, query) ?? readOther(page)
    if (!outcome) throw pageChanged(problem)
    return outcome
  }

  return provider<EntityQuery, R>({
    address: ({ url }) => parsePagePath(url, type),
    addressForm: describeForm(type),
    ...inputs,
    async find(query, { get, site }) {
      const permalink = encodeURIComponent(query.permalink)
      const page = await get(site.url(`/${type}/${permalink}`).href)
      const fromPage = read(page, query)
      if (fromPage) return fromPage
      // The API has the same entity, for pages whose state is broken.
      const answer = await get(site.url(`/v4/data/entities/${type}s/${permalink}?layout_mode=view_v2`).href)
      const fromApi = read(answer, query)
      if (fromApi?.kind === 'found') return fromApi
      return readOther(page) ?? fromApi ?? extract(answer, query)
    },
    extract,
    paramsFromUrl: (url) => ({
      query: /\/data\/entities\/[a-z_]{1,40}\/([^/?#]{1,600})/.exec(url)?.[1] ?? url,
    }),
  })
}
