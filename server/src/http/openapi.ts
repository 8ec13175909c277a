// The API reference as OpenAPI 3.1, derived from the list of routes: what is served is what is described. One document
// has all that a key may call, the other what is for operators.
import type { Endpoint } from '@quarry/kit/endpoint'
import type { StatusLabel } from '../config.ts'
import type { RouteData } from '../route-data.ts'
import type { Described } from '../routes/lookup-route.ts'
import type { Json } from './docs-document.ts'
import { errorResponses, errorSchema } from './openapi-errors.ts'
import { headers } from './openapi-headers.ts'
import { describeOperation } from './openapi-operation.ts'
import { createSchemas } from './openapi-schemas.ts'

/** A route as the reference sees it; a lookup has its configured endpoint with it. */
export type DescribedRoute = RouteData & { configured?: Described }

export type Description = {
  version: string
  /** Where callers reach the server, without a slash at its end. */
  address: () => string
  getStatus: (endpoint: Endpoint) => StatusLabel
}

const license = { name: 'Apache-2.0', identifier: 'Apache-2.0' }

/** The reference of what a key may call; made again only when its address or the label of an endpoint has changed. */
export function createReference(routes: readonly DescribedRoute[], description: Description): () => Json {
  let last: { marks: string; document: Json } | undefined
  return () => {
    const labels = routes.flatMap(({ configured }) =>
      configured ? [description.getStatus(configured.endpoint)] : [],
    )
    const marks = [description.address(), ...labels].join()
    if (last?.marks !== marks) last = { marks, document: buildOpenApi(routes, description) }
    return last.document
  }
}

/** What a key may call. */
export function buildOpenApi(
  routes: readonly DescribedRoute[],
  { version, address, getStatus: statusOf }: Description,
): Json {
  const own = routes.filter(({ access }) => access === 'key')
  const sources = own.flatMap(({ configured }) => (configured ? [configured.source] : []))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Quarry',
      version,
      description:
        'One call with an API key returns one structured record taken from a public site. Every call is metered and billed exactly; every path is also served with a leading `/api`. In the query, booleans are `true` or `false` in any letter case and an empty optional parameter counts as not given; in JSON bodies values have the type that is described. An address of a site may come without its scheme, without `www.` and with `:443`; percent-encode it, or its `&` ends it.',
      license,
    },
    servers: [
      { url: address(), description: 'This server' },
      { url: `${address()}/api`, description: 'The same, with the prefix' },
    ],
    security: [{ header_key: [] }, { bearer_key: [] }, { query_key: [] }],
    tags: [
      ...new Map(sources.map(({ name, title }) => [name, { name, description: title }])).values(),
      { name: 'account', description: 'Credits and usage of the calling account; free' },
      { name: 'calls', description: 'The calls of the account, and what each cost; free' },
      { name: 'keys', description: 'Keys of the account, for those that may manage them; free' },
      { name: 'jobs', description: 'Lookups that run in the background; free to follow' },
      { name: 'batches', description: 'One lookup over many inputs; free to follow' },
      { name: 'webhooks', description: 'What was told of ended jobs, and to whom; free' },
      { name: 'events', description: 'What happens in the account, as it happens; free' },
    ],
    ...described(
      own,
      (configured) => ({
        credits: configured?.price ?? 0,
        status: configured ? statusOf(configured.endpoint) : 'operational',
        isLookup: configured !== undefined,
      }),
      {
        header_key: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        bearer_key: { type: 'http', scheme: 'bearer' },
        query_key: { type: 'apiKey', in: 'query', name: 'x_api_key' },
      },
    ),
  }
}

/** What the operator may call, and what everyone may. */
export function buildAdminOpenApi(
  routes: readonly DescribedRoute[],
  { version, address }: Pick<Description, 'version' | 'address'>,
): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Quarry for operators',
      version,
      description:
        'Accounts, keys and the request log, with the admin token; and what tells how the server does.',
      license,
    },
    servers: [{ url: address(), description: 'This server' }],
    security: [{ admin_token: [] }],
    tags: [
      { name: 'accounts', description: 'Accounts and their credits' },
      { name: 'keys', description: 'Keys of accounts' },
      { name: 'calls', description: 'The request log' },
      { name: 'events', description: 'What happens in all accounts, as it happens' },
      { name: 'status', description: 'How the server does' },
    ],
    ...described(
      routes.filter(({ access }) => access !== 'key'),
      () => null,
      { admin_token: { type: 'http', scheme: 'bearer' } },
    ),
  }
}

function described(
  routes: readonly DescribedRoute[],
  toFacts: (configured: Described | undefined) => Parameters<typeof describeOperation>[1],
  securitySchemes: Json,
): Json {
  const schemas = createSchemas()
  schemas.show(errorSchema)
  const paths: Record<string, Json> = {}
  for (const route of routes)
    paths[route.path] = {
      ...paths[route.path],
      [route.method.toLowerCase()]: describeOperation(route, toFacts(route.configured), schemas),
    }
  return {
    paths,
    components: { securitySchemes, headers, responses: errorResponses, schemas: schemas.components },
  }
}
