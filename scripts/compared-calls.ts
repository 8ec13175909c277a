// The calls that two builds are compared with: eight of each lookup that the older build describes, and the free
// routes.

export type PlannedCall = {
  method: string
  path: string
  body?: Record<string, unknown>
  /** False for a call without an API key. */
  hasKey?: boolean
}

type Parameter = { name: string; in: string; required?: boolean; example?: unknown; schema?: Schema }
type Schema = { examples?: unknown[]; default?: unknown; type?: unknown; properties?: Record<string, Schema> }
type Content = Record<
  string,
  { example?: unknown; examples?: Record<string, { value?: unknown }>; schema?: Schema }
>
type Operation = { parameters?: Parameter[]; requestBody?: { content?: Content } }
type Lookup = { method: string; path: string; params: Record<string, unknown> }

export function listCalls(description: object): PlannedCall[] {
  const { paths = {} } = description as { paths?: Record<string, Record<string, Operation>> }
  const lookups = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => readLookup(path, method, operation) ?? []),
  )
  return [...lookups.flatMap(planLookup), ...otherCalls]
}

/** Null for an operation that is not a lookup: only lookups take `soft_fail`. */
function readLookup(
  path: string,
  method: string,
  { parameters = [], requestBody }: Operation,
): Lookup | null {
  const content = requestBody?.content?.['application/json']
  const inBody = Object.keys(content?.schema?.properties ?? {})
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  if (path.startsWith('/api/') || ![...inBody, ...inQuery.map(({ name }) => name)].includes('soft_fail'))
    return null
  const ofBody = (content?.example ?? Object.values(content?.examples ?? {})[0]?.value ?? {}) as object
  const ofQuery = inQuery.flatMap((parameter): [string, unknown][] => {
    const value = parameter.example ?? parameter.schema?.examples?.[0]
    return parameter.required && value !== undefined ? [[parameter.name, value]] : []
  })
  return { method: method.toUpperCase(), path, params: { ...Object.fromEntries(ofQuery), ...ofBody } }
}

function planLookup({ method, path, params }: Lookup): PlannedCall[] {
  const plan = (values: Record<string, unknown>, prefix = ''): PlannedCall =>
    method === 'GET'
      ? { method, path: `${prefix}${path}?${toQuery(values)}` }
      : { method, path: prefix + path, body: values }
  const [first = 'query'] = Object.keys(params)
  const missing = { ...params, [first]: 'fault-missing' }
  return [
    plan(params),
    plan(params, '/api'),
    plan({}),
    plan(missing),
    plan({ ...missing, soft_fail: true }),
    plan({ ...params, is_async: true }),
    plan({ ...params, max_age: -1 }),
    { method: 'DELETE', path },
  ]
}

const toQuery = (values: Record<string, unknown>) =>
  new URLSearchParams(Object.entries(values).map(([name, value]): [string, string] => [name, String(value)]))

const get = (path: string): PlannedCall => ({ method: 'GET', path })

const otherCalls: PlannedCall[] = [
  ...['/v2/usage', '/api/v2/usage', '/v2/calls?limit=20', '/v2/jobs?limit=5', '/v2/batches?limit=5'].map(get),
  ...['/v2/calls?status=many', '/v2/nothing', '/v2/jobs/nothing', '/healthz', '/readyz'].map(get),
  { ...get('/v2/usage'), hasKey: false },
  { ...get('/v2/company?query=fenmont.example'), hasKey: false },
  { method: 'POST', path: '/v2/batches', body: {} },
  { method: 'POST', path: '/v2/batches', body: { endpoint: '/v2/nothing', inputs: [{}] } },
]
