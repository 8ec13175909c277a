// Checks that what a plugin exports has the shape of a source: a plugin in plain JavaScript has no compiler that does.

type Fields = Record<string, unknown>

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Describes what is missing; null where the value can be used as a source. */
export function findShapeProblem(value: unknown): string | null {
  if (!isObject(value) || !Array.isArray(value.endpoints))
    return 'the default export is not a source; write "export default defineSource({ … })", or a list of sources'
  if (!isText(value.name) || !/^[a-z][a-z0-9_]{0,39}$/.test(value.name))
    return `the name ${JSON.stringify(value.name)} must be 1 to 40 lower-case letters, digits and underscores`
  const name = `source ${value.name}`
  for (const field of ['title', 'module', 'site'])
    if (!isText(value[field])) return `${name} has no ${field}; add it to defineSource`
  if (value.sandbox !== undefined && typeof value.sandbox !== 'function')
    return `${name}: sandbox must be a function that loads the sandbox site; correct it, or remove it`
  if (value.hosts !== undefined && value.hosts !== 'configured')
    return `${name}: hosts must be 'configured', or absent; operators list the hosts`
  if (value.endpoints.length === 0) return `${name} has no endpoints; list at least one`
  for (const endpoint of value.endpoints as unknown[]) {
    const problem = isObject(endpoint) ? findEndpointProblem(endpoint) : 'an endpoint is not an object'
    if (problem !== null) return `${name}: ${problem}; declare it with endpoint({ … })`
  }
  return null
}

function findEndpointProblem(endpoint: Fields): string | null {
  const { path, method, alsoMethod, credits, params, record, parse, providers, example } = endpoint
  if (!isText(path)) return 'an endpoint has no path'
  if (method !== 'GET' && method !== 'POST') return `${path} has no method GET or POST`
  if (alsoMethod !== undefined && alsoMethod !== 'GET' && alsoMethod !== 'POST')
    return `${path} has an alsoMethod other than GET or POST`
  if (!Number.isInteger(credits) || Number(credits) < 1 || Number(credits) > 1_000_000)
    return `${path} has no price: credits must be an integer from 1 to 1000000`
  if (endpoint.notFound !== 'billed' && endpoint.notFound !== 'free')
    return `${path} does not say whether notFound is billed or free`
  for (const field of ['summary', 'description'])
    if (!isText(endpoint[field])) return `${path} has no ${field}`
  if (!isObject(params) || !isObject(params.properties)) return `${path} has no params`
  if (!isObject(record)) return `${path} has no record schema`
  if (!isObject(example)) return `${path} has no example`
  if (typeof parse !== 'function') return `${path} has no parse function`
  if (!Array.isArray(providers) || providers.length === 0) return `${path} has no providers`
  const isComplete = providers.every(
    (provider: unknown) =>
      isObject(provider) &&
      isText(provider.name) &&
      typeof provider.find === 'function' &&
      typeof provider.extract === 'function',
  )
  return isComplete ? null : `${path} has a provider that was not made with provider({ … })`
}
