// Generates the SDK's types and tables and the Postman collection from the routes of the server. Needs no running server
// and no database. Run it after a change of the routes: `npx tsx scripts/generate-sdk.ts`.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sources } from '@quarry/sources'
import openapiTS, { astToString } from 'openapi-typescript'
import { buildAdminOpenApi, buildOpenApi } from '../server/src/http/openapi/build-openapi.ts'
import { createRoutes } from '../server/src/http/routes/create-routes.ts'
import type { Described } from '../server/src/http/routes/lookup-route.ts'
import type { RouteData } from '../server/src/platform/route-data.ts'
import { postmanCollection, postmanFile } from './postman-collection.ts'

export const sdkFolder = new URL('../sdk/src/generated/', import.meta.url)

const command = 'npx tsx scripts/generate-sdk.ts'

const described: Described[] = sources.flatMap((source) =>
  source.endpoints.map((endpoint) => ({
    source,
    endpoint,
    price: endpoint.credits,
    // All endpoints: which of them are configured differs by server.
    providers: endpoint.providers.map((definition) => ({ definition })),
  })),
)

// These differ by server and do not change the types.
const own = { version: '', address: () => '', getStatus: () => 'operational' as const }

/** With the default prices of the sources. */
export const describedRoutes = () => createRoutes(described)

/** Sorted by name. */
export async function sdkFiles(): Promise<Record<string, string>> {
  const routes = describedRoutes()
  return {
    'api.ts': await generateTypes(await buildOpenApi(routes, own)),
    'admin-api.ts': await generateTypes(await buildAdminOpenApi(routes, own)),
    'lookups.ts': generateList(routes),
  }
}

async function generateTypes(document: Record<string, unknown>): Promise<string> {
  const types = astToString(await openapiTS(JSON.stringify(document)))
  return `// The types of the server's OpenAPI document. Made by ${command}.\n\n${types}`
}

function generateList(routes: readonly RouteData[]): string {
  const lookups = described.map(formatLookup).map((lookup) => `  ${lookup},`)
  const billed = routes
    .filter(({ isIdempotent, access }) => isIdempotent && access === 'key')
    .map(({ method, path }) => `  '${method} ${path}',`)
  return `// The lookups, and everything that is billed. Made by ${command}.

/** Each lookup with its preferred method, and its page parameter if it has pages. */
export const lookups = [
${lookups.join('\n')}
] as const

/** The operations of an account that accept an idempotency key. */
export const billed = [
${billed.join('\n')}
] as const
`
}

function formatLookup(one: Described): string {
  const { method, path } = one.endpoint
  const page = findPageParameter(one)
  return `{ method: '${method}', path: '${path}'${page === null ? '' : `, page: '${page}'`} }`
}

/**
 * How a lookup selects the next page: the name of a parameter, a name that belongs into the address in \`query\`, or a
 * parameter that counts skipped items, with the list in which it counts.
 */
function findPageParameter({ endpoint: { params, record, misplaced = {} } }: Described): string | null {
  const [inParams, inRecord] = [getProperties(params), getProperties(record)]
  const list = Object.keys(inRecord).find((name) => inRecord[name]?.type === 'array')
  if (inParams.offset && list) return `offset+${list}`
  if (inParams.page) return inParams.page.minimum === 0 ? `page+${list}` : 'page'
  if (!inRecord.pagination) return null
  const [name] = Object.keys(misplaced)
  return name === undefined ? null : `query.${name}`
}

type Properties = Record<string, { type?: string; minimum?: number } | undefined>

const getProperties = (schema: object): Properties =>
  'properties' in schema ? (schema.properties as Properties) : {}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, text] of Object.entries(await sdkFiles())) writeFileSync(new URL(name, sdkFolder), text)
  writeFileSync(postmanFile, postmanCollection(describedRoutes()))
}
