// Builds the API reference as OpenAPI 3.1 from the list of routes: one document for callers with a key, one for
// operators.
import type { Endpoint } from '@quarry/kit/endpoint'
import type { EndpointStatus } from '../../platform/config/config.ts'
import type { Pause } from '../../platform/lib/slices.ts'
import type { Json } from '../docs/docs-document.ts'
import { addCodeSamples } from '../docs/openapi-samples.ts'
import type { Described, DescribedRoute } from '../routes/lookup-route.ts'
import { alertMessage, type WebhookData, webhookMessages } from '../routes/webhooks.ts'
import { createSchemas, describeOperation, type Schemas } from './describe-operation.ts'
import { errorResponses, errorSchema, headers, problemSchema } from './describe-responses.ts'

export type Description = {
  version: string
  /** The public address, without a trailing slash. */
  address: () => string
  getStatus: (endpoint: Endpoint) => EndpointStatus
}

const license = { name: 'Apache-2.0', identifier: 'Apache-2.0' }

const describeTags = (tags: Readonly<Record<string, string>>) =>
  Object.entries(tags).map(([name, description]) => ({ name, description }))

const ownTags = describeTags({
  account: 'Credits and usage of your account; free',
  calls: 'The calls of your account and their costs; free',
  keys: 'The keys of your account, for keys with the permission `manage`; free',
  jobs: 'Lookups that run in the background; reading them is free',
  batches: 'One lookup over many inputs; reading them is free',
  webhooks: 'Webhook messages about jobs, batches and watches, and their deliveries; free',
  watches: 'Lookups that run on a schedule and report changes',
  events: 'Live events of your account; free',
  status: 'The state of the server, its reference and its clients; without a key',
})

/** `pause` is awaited between routes, because the whole document takes 40 ms. */
export async function buildOpenApi(
  routes: readonly DescribedRoute[],
  { version, address, getStatus }: Description,
  pause: Pause = () => undefined,
): Promise<Json> {
  // The session is for the console alone, which the reference for operators describes.
  const callerRoutes = routes.filter(
    ({ access, tag }) => access === 'key' || (access === 'open' && tag !== 'session'),
  )
  const sources = callerRoutes.flatMap(({ configured }) => (configured ? [configured.source] : []))
  const document: Json = {
    openapi: '3.1.0',
    info: {
      title: 'Quarry',
      version,
      description:
        'One call with an API key returns one structured record from a public site. Every call is metered and billed exactly. Every path is also served below `/api`. In the query, booleans are `true` or `false` in any letter case, and an empty optional parameter counts as absent; in JSON bodies values must have the described type. The address of a site may omit its scheme and `www.` and may include `:443`; percent-encode it, because an unencoded `&` ends it.',
      license,
    },
    servers: [
      { url: address(), description: 'This server' },
      { url: `${address()}/api`, description: 'This server, with the prefix' },
    ],
    security: [{ header_key: [] }, { bearer_key: [] }, { query_key: [] }],
    tags: [...describeTags(Object.fromEntries(sources.map(({ name, title }) => [name, title]))), ...ownTags],
    ...(await describeRoutes(
      callerRoutes,
      (configured) => ({
        credits: configured?.price ?? 0,
        status: configured ? getStatus(configured.endpoint) : 'operational',
        isLookup: configured !== undefined,
      }),
      {
        header_key: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        bearer_key: { type: 'http', scheme: 'bearer' },
        query_key: {
          type: 'apiKey',
          in: 'query',
          name: 'x_api_key',
          description:
            'For tools that cannot send headers, such as spreadsheets. Use a key with scopes and a small quota, because addresses are stored in more places than headers.',
        },
      },
      webhookMessages,
      pause,
    )),
  }
  document.paths = { ...(document.paths as Json), ...openPages }
  return addCodeSamples(document, address(), pause)
}

/** The routes for operators and those open to everyone. */
export async function buildAdminOpenApi(
  routes: readonly DescribedRoute[],
  { version, address }: Pick<Description, 'version' | 'address'>,
  pause: Pause = () => undefined,
): Promise<Json> {
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Quarry for operators',
      version,
      description: 'Accounts, keys, the request log and the state of the server, with the admin token.',
      license,
    },
    servers: [{ url: address(), description: 'This server' }],
    security: [{ admin_token: [] }],
    tags: describeTags({
      accounts: 'Accounts and their credits',
      keys: 'Keys of accounts',
      calls: 'The request log',
      jobs: 'Jobs of all accounts',
      batches: 'Batches of all accounts',
      events: 'Live events of all accounts',
      status: 'The state of the server',
      session: 'Sign-in of the console',
      webhooks: 'Messages to the receiver of alarms',
    }),
    ...(await describeRoutes(
      routes.filter(({ access }) => access !== 'key'),
      () => null,
      { admin_token: { type: 'http', scheme: 'bearer' } },
      [alertMessage],
      pause,
    )),
  }
  return addCodeSamples(document, address(), pause)
}

async function describeRoutes(
  routes: readonly DescribedRoute[],
  toFacts: (configured: Described | undefined) => Parameters<typeof describeOperation>[1],
  securitySchemes: Json,
  messages: readonly WebhookData[],
  pause: Pause,
): Promise<Json> {
  const schemas = createSchemas()
  schemas.show(errorSchema)
  schemas.show(problemSchema)
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    await pause()
    paths[route.path] = {
      ...paths[route.path],
      [route.method.toLowerCase()]: describeOperation(route, toFacts(route.configured), schemas),
    }
  }
  return {
    paths,
    webhooks: describeWebhooks(messages, schemas),
    components: { securitySchemes, headers, responses: errorResponses, schemas: schemas.components },
  }
}

/** Webhook messages, with the headers that sign them. */
const describeWebhooks = (messages: readonly WebhookData[], schemas: Schemas): Json =>
  Object.fromEntries(
    messages.map(({ name, summary, description, schema }) => [
      name,
      {
        post: {
          operationId: `${name}_message`,
          tags: ['webhooks'],
          summary,
          description: `${description} Answer with a 2xx status; otherwise the message is sent again.`,
          security: [],
          parameters: signedHeaders,
          requestBody: { required: true, content: { 'application/json': { schema: schemas.show(schema) } } },
          responses: { 204: { description: 'The message was received' } },
        },
      },
    ]),
  )

const signedHeader = (name: string, description: string, example: string, required = true): Json => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string' },
  example,
})

const signedHeaders = [
  signedHeader(
    'webhook-id',
    'Id of the message, the same for each repetition (Standard Webhooks).',
    '0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11',
  ),
  signedHeader('webhook-timestamp', 'When the attempt was signed, in Unix seconds.', '1767225600'),
  signedHeader(
    'webhook-signature',
    '`v1,<base64>`: the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. During a rotation one for each secret, with a space between.',
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  ),
  signedHeader(
    'quarry-signature',
    'The older form: `t=<seconds>,v1=<hex>`, the HMAC-SHA256 of `<seconds>.<body>`. Secrets of older versions have this one only. It will be removed in the next release.',
    't=1767225600,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd',
    false,
  ),
]

const describePage = (operation: Json): Json => ({
  tags: ['status'],
  security: [],
  'x-credits': 0,
  'x-status': 'operational',
  'x-error-reasons': [],
  ...operation,
})

/** The pages and files that are open to everyone and not in the list of routes. */
const openPages: Readonly<Record<string, Json>> = {
  '/docs': {
    get: describePage({
      operationId: 'docs',
      summary: 'Read the API reference as a page',
      responses: {
        200: {
          description: 'The page',
          content: { 'text/html': { schema: { type: 'string', examples: ['<!doctype html>'] } } },
        },
      },
    }),
  },
  '/downloads/{name}': {
    get: describePage({
      operationId: 'download',
      summary: 'Download the SDK or the command line',
      description: 'An npm package that matches the version of this server.',
      'x-error-reasons': ['unknown_route'],
      parameters: [
        {
          name: 'name',
          in: 'path',
          required: true,
          description: 'The file.',
          example: 'sdk.tgz',
          schema: { type: 'string', enum: ['sdk.tgz', 'cli.tgz'] },
        },
      ],
      responses: {
        200: {
          description: 'The package',
          content: { 'application/gzip': { schema: { type: 'string', format: 'binary' } } },
        },
        404: { $ref: '#/components/responses/Error404' },
      },
    }),
  },
}
