// Reads the parameters and the body of a route from a request and checks them. Every refusal names its parameter.

import { invalidParameter } from '@quarry/kit/errors'
import { memoize } from '@quarry/kit/memoize'
import { Compile, type TSchema } from '@quarry/kit/schema'
import type { CallRequest } from '../../calls/call-request.ts'
import type { FreeRoute } from '../../calls/handle-free.ts'
import { checkValue, convert, getParameters, readBodyObject } from '../../lookups/read-params.ts'
import { type QueryPair, readQueryParameters, toPrintable } from '../../lookups/read-query.ts'
import type { ConfiguredEndpoint } from '../../lookups/sources/configure-endpoints.ts'
import { findNearest } from '../../platform/lib/nearest.ts'
import { defaultStatus, pathNames, type RouteData } from '../../platform/route-data.ts'
import type { OwnRoute } from './route.ts'

export type Params = Record<string, unknown>

/** A route as a free call: parameters and body are read after authentication and rate limit. */
export const toFreeRoute = <D>(route: OwnRoute<D>, pathParams: Params, deps: D): FreeRoute => ({
  path: route.path,
  isRead: route.method === 'GET',
  async run(caller, query, request) {
    route.permit?.(caller)
    const params = readRouteParams(route, pathParams, query)
    const body = await readRouteBody(route, request, caller.accountId)
    return { status: defaultStatus(route), ...(await route.run({ caller, params, body, request }, deps)) }
  },
})

/**
 * `pathParams` are not checked: an unknown value is a 404, not a 400. An empty query value is a value. Decision: the
 * admin API refuses unknown parameters, because a misspelt filter would show all accounts; other routes ignore them.
 */
export function readRouteParams(
  { path, params: schema, access }: Pick<RouteData, 'path' | 'params' | 'access'>,
  pathParams: Params,
  query: readonly QueryPair[],
): Params {
  const names = pathNames(path)
  const params: Params = Object.fromEntries(names.map((name) => [name, pathParams[name]]))
  const inQuery = getParameters(schema).filter(({ name }) => !names.includes(name))
  if (access === 'admin') refuseUnknown(query, inQuery)
  if (inQuery.length === 0) return params
  const texts = readQueryParameters(query)
  for (const parameter of inQuery) {
    const { name, isRequired } = parameter
    const text = texts.get(name)
    if (text === undefined && isRequired) throw invalidParameter(name, 'is required')
    if (text === undefined) continue
    const value = convert(parameter, text)
    checkValue(parameter, value)
    params[name] = value
  }
  return params
}

function refuseUnknown(query: readonly QueryPair[], accepted: readonly { name: string }[]): void {
  const names = accepted.map(({ name }) => name)
  const unknown = query.find(({ name }) => !names.includes(name))
  if (!unknown) return
  const nearest = findNearest(unknown.name, names)
  const hint = nearest === null ? 'it takes none' : `the nearest is ${nearest}`
  throw invalidParameter(toPrintable(unknown.name), `is not a parameter of this request: ${hint}`)
}

const getChecker = memoize((schema: TSchema) => Compile(schema))

/** Reads and checks the JSON body, in slices of the account `owner`; undefined if the route has none. */
export async function readRouteBody(
  { body: schema, readsBody, maxBodyBytes }: Pick<OwnRoute<never>, 'body' | 'readsBody' | 'maxBodyBytes'>,
  request: CallRequest,
  owner: number,
): Promise<unknown> {
  if (!schema || readsBody) return undefined
  const bytes = await request.readBody(owner, maxBodyBytes)
  const body = readBodyObject({ contentType: request.contentType, bytes })
  const problems = getChecker(schema).Errors(body)
  const missing = problems.find((error) => error.keyword === 'required')
  if (missing) {
    const [first] = (missing.params as { requiredProperties: string[] }).requiredProperties
    throw invalidParameter(first ?? 'the body', 'is required')
  }
  const problem = problems.find((error) => error.keyword !== 'additionalProperties')
  if (!problem) return body
  const field = problem.instancePath.slice(1).replaceAll('/', '.').slice(0, 100) || 'the body'
  const isUnknown = problem.keyword === 'boolean'
  throw invalidParameter(field, isUnknown ? 'is not a field of this request' : problem.message)
}

/** The endpoint of a batch or a watch, which its body or query names by path. */
export function findConfigured(endpoints: readonly ConfiguredEndpoint[], endpoint: unknown) {
  const path = typeof endpoint === 'string' ? endpoint.replace(/^\/api(?=\/)/, '') : undefined
  const configured = endpoints.find((candidate) => candidate.endpoint.path === path)
  if (!configured)
    throw invalidParameter('endpoint', `must be the path of a lookup, such as ${endpoints[0]?.endpoint.path}`)
  return configured
}
