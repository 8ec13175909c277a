// Checks what a plugin exports: it has the shape of a source, its names and paths are free, its hosts are reached over
// https, its records are closed, and each endpoint accepts its own example.
import { createAddresses } from '@quarry/kit/addresses'
import type { Endpoint } from '@quarry/kit/endpoint'
import { isUrl } from '@quarry/kit/is-url'
import { reservedParameters, reservedSources } from '@quarry/kit/reserved-names'
import { Compile } from '@quarry/kit/schema'
import { siteAt } from '@quarry/kit/site'
import type { Source } from '@quarry/kit/source'
import type { UpstreamApi } from '@quarry/kit/upstream-api'
import { isCompatible, kitVersion } from '@quarry/kit/version'
import { listApis } from '../sources/describe-sources.ts'

type Check = (source: Source, others: readonly Source[]) => string | null

/** Describes the first problem and how to fix it; null for a sound source. `others` are loaded already. */
export function findSourceProblem(source: Source, others: readonly Source[]): string | null {
  for (const check of checks) {
    const problem = check(source, others)
    if (problem !== null) return `source ${source.name}: ${problem}`
  }
  return null
}

const checkKit: Check = ({ kitVersion: madeFor }) => {
  if (madeFor === undefined) return 'it does not say for which kit it was made; declare it with defineSource'
  if (isCompatible(madeFor)) return null
  return `it was made for kit ${madeFor}, and this server has kit ${kitVersion}; install /downloads/kit.tgz of this server in the plugin and build it again, or use a server that has kit ${madeFor}`
}

const checkNames: Check = ({ name, site, domains, sandbox }, others) => {
  if (reservedSources.includes(name)) return 'the server uses this name itself; choose another name'
  if (others.some((other) => other.name === name)) return 'another source has this name; choose another name'
  if (!/^https:\/\/[^/?#@:\s]+\/?$/.test(site) || !isUrl(site.replaceAll('{domain}', 'fr')))
    return `site is ${JSON.stringify(site)}; it must be an https:// address without a port or path`
  const { hosts } = siteAt(site, domains)
  const conflicting = others.find(
    (other) => other.sandbox && siteAt(other.site, other.domains).hosts.some((host) => hosts.includes(host)),
  )
  return sandbox && conflicting
    ? `the sandbox of ${conflicting.name} has the same host; choose another site`
    : null
}

const checkPaths: Check = ({ name, endpoints }) => {
  const paths = endpoints.map(({ path }) => path)
  const wrongPath = paths.find((path) => !isPathOf(name, path))
  if (wrongPath !== undefined)
    return `${wrongPath} is not a path of this source; use /v2/${name}/… with lower-case letters, digits and underscores`
  const twice = paths.find((path, index) => paths.indexOf(path) !== index)
  return twice === undefined ? null : `two endpoints have the path ${twice}; choose another path for one`
}

const isPathOf = (name: string, path: string): boolean =>
  /^\/v2(?:\/[a-z0-9_]{1,60}){1,4}$/.test(path) && `${path}/`.startsWith(`/v2/${name}/`)

const checkParameters: Check = ({ endpoints }) => {
  for (const { path, params } of endpoints) {
    const name = Object.keys(params.properties).find((one) => reservedParameters.includes(one.toLowerCase()))
    if (name !== undefined)
      return `${path} has a parameter ${name}, which every lookup has already; choose another name`
  }
  return null
}

const checkSchemas: Check = ({ endpoints }) => {
  for (const { path, params, record } of endpoints) {
    const open = findOpenObject(record as Schema, 'the record')
    if (open !== null)
      return `${path}: ${open} is not closed; build it with object({ … }), or set additionalProperties to false`
    for (const [name, schema] of Object.entries({ params, record })) {
      const problem = catchError(() => Compile(schema))
      if (problem !== null) return `${path}: ${name} is not a valid schema (${problem}); correct it`
    }
  }
  return null
}

type Schema = {
  type?: unknown
  properties?: Record<string, Schema>
  items?: Schema | Schema[]
  anyOf?: Schema[]
  allOf?: Schema[]
  oneOf?: Schema[]
  additionalProperties?: unknown
}

/** The place of the first object that allows other fields; null without one. */
function findOpenObject(schema: Schema, place: string): string | null {
  const { type, properties, items = [], anyOf = [], allOf = [], oneOf = [] } = schema
  const isObject = properties !== undefined || [type].flat().includes('object')
  if (isObject && schema.additionalProperties !== false) return place
  const fields = Object.entries(properties ?? {}).map(([name, field]) => [name, field] as const)
  const others = [...[items].flat(), ...anyOf, ...allOf, ...oneOf].map((one) => ['an item', one] as const)
  for (const [name, inner] of [...fields, ...others]) {
    const open = findOpenObject(inner, `${name} of ${place}`)
    if (open !== null) return open
  }
  return null
}

const checkApis: Check = (source, others) => {
  const usedNames = new Set(listApis(others).map(({ name }) => name))
  for (const api of listApis([source])) {
    const problem = usedNames.has(api.name)
      ? 'another source has an API of this name; choose another name'
      : findApiProblem(api)
    if (problem !== null) return `API ${api.name}: ${problem}`
  }
  return null
}

function findApiProblem({ name, hosts, credentials }: UpstreamApi): string | null {
  if (!/^[a-z][a-z0-9-]{0,39}$/.test(name) || reservedSources.includes(name))
    return 'the name must be 1 to 40 lower-case letters, digits and hyphens, and not a name that the server uses itself'
  const wrongHost = hosts.find((host) => !/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/.test(host))
  if (wrongHost !== undefined || hosts.length === 0)
    return `${JSON.stringify(wrongHost ?? '')} is not a host name; APIs are called over https, so write the host without a scheme, port or path`
  if (credentials === undefined) return null
  if (
    !/^[A-Z][A-Z0-9_]*$/.test(credentials.env) ||
    /^(?:QUARRY_|DATABASE_URL$|REDIS_URL$)/.test(credentials.env)
  )
    return `${JSON.stringify(credentials.env)} cannot hold its key; name a variable of its own, such as ACME_API_KEY`
  const url = 'oauth' in credentials ? credentials.oauth.tokenUrl : null
  if (url !== null && !(isUrl(url) && hosts.some((host) => url.startsWith(`https://${host}/`))))
    return `tokenUrl is ${JSON.stringify(url)}; it must be an https:// address on one of its hosts`
  return null
}

const checkExamples: Check = (source) => {
  for (const endpoint of source.endpoints) {
    const problem = findExampleProblem(source, endpoint)
    if (problem !== null)
      return `${endpoint.path}: its example is refused (${problem}); correct example or parse`
  }
  return null
}

function findExampleProblem({ site, domains }: Source, endpoint: Endpoint): string | null {
  const { params, example, providers, parse } = endpoint
  const error = Compile(params).Errors(example)[0]
  if (error) return `${error.instancePath.slice(1) || 'it'} ${error.message}`
  const reached = providers.map((provider) => ({
    provider,
    site: provider.api ? siteAt(`https://${provider.api.hosts[0]}`) : siteAt(site, domains),
  }))
  return catchError(() => structuredClone(parse(example as never, createAddresses(reached))))
}

function catchError(work: () => unknown): string | null {
  try {
    work()
    return null
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown)
  }
}

const checks = [checkKit, checkNames, checkPaths, checkParameters, checkApis, checkSchemas, checkExamples]

type Fields = Record<string, unknown>

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/**
 * Checks that what a plugin exports has the shape of a source, because a plugin in plain JavaScript has no compiler that
 * does. Describes what is missing; null if the value can be used as a source.
 */
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
