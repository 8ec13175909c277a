// Builds the Postman collection: one request per operation for API keys, with its example; optional parameters are
// included but disabled.
import { pathNames, type RouteData } from '../server/src/platform/route-data.ts'

export const postmanFile = new URL('../examples/postman/quarry.postman_collection.json', import.meta.url)

type Variable = { key: string; value: string; description?: string; disabled?: boolean }

export function postmanCollection(routes: readonly RouteData[]): string {
  const called = routes.filter(({ access, replies }) => access === 'key' && !isStream(replies))
  const tags = [...new Set(called.map(({ tag }) => tag))]
  const collection = {
    info: {
      name: 'Quarry',
      description: 'Every call that a key may make. Set the variables baseUrl and key.',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: {
      type: 'apikey',
      apikey: [
        { key: 'key', value: 'x-api-key' },
        { key: 'value', value: '{{key}}' },
        { key: 'in', value: 'header' },
      ],
    },
    variable: [
      { key: 'baseUrl', value: 'http://127.0.0.1:8080' },
      { key: 'key', value: '' },
    ],
    item: tags.map((tag) => ({
      name: tag,
      item: called.filter((route) => route.tag === tag).map(toItem),
    })),
  }
  return `${JSON.stringify(collection, null, 2)}\n`
}

const isStream = (replies: RouteData['replies']): boolean =>
  Object.values(replies).some(({ events }) => events !== undefined)

function toItem({ name, method, path, summary, description, params, body, example }: RouteData) {
  const names = pathNames(path)
  const exampleParams = (example.params ?? {}) as Record<string, unknown>
  const properties = Object.entries(params.properties as Record<string, { description?: string }>)
  const query = properties
    .filter(([key]) => !names.includes(key))
    .map(([key, schema]): Variable => toVariable(key, exampleParams[key], schema.description))
  const variable = names.map((key) => toVariable(key, exampleParams[key] ?? '', undefined))
  const segments = path
    .slice(1)
    .replaceAll(/\{(\w+)\}/g, ':$1')
    .split('/')
  const sent = query
    .filter(({ disabled }) => !disabled)
    .map(({ key, value }) => `${key}=${encodeURIComponent(value)}`)
  return {
    name: summary,
    request: {
      method,
      description: `${description ?? summary} (${name})`,
      header: body ? [{ key: 'content-type', value: 'application/json' }] : [],
      url: {
        raw: `{{baseUrl}}/${segments.join('/')}${sent.length === 0 ? '' : `?${sent.join('&')}`}`,
        host: ['{{baseUrl}}'],
        path: segments,
        ...(query.length === 0 ? {} : { query }),
        ...(variable.length === 0 ? {} : { variable }),
      },
      ...(body ? { body: { mode: 'raw', raw: JSON.stringify(example.body ?? {}, null, 2) } } : {}),
    },
  }
}

function toVariable(key: string, value: unknown, description: string | undefined): Variable {
  return {
    key,
    value: value === undefined ? '' : String(value),
    ...(description === undefined ? {} : { description }),
    ...(value === undefined ? { disabled: true } : {}),
  }
}
