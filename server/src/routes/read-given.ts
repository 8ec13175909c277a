// From a request to the checked parameters and body of a route. Every refusal names its parameter; a parameter that
// is given empty is a value like any other here.
import { invalidParameter } from '@quarry/kit/errors'
import type { TSchema } from '@quarry/kit/schema'
import { Compile } from '@quarry/kit/schema'
import type { CallRequest } from '../calls/call-request.ts'
import { checkValue, convert, getParameters, readBodyObject } from '../calls/read-params.ts'
import { type QueryPair, queryParameters } from '../calls/read-query.ts'
import { pathNames, type RouteData } from '../route-data.ts'

export type Params = Record<string, unknown>

/** `inPath` holds what the path says; it is taken as it comes, since what names nothing is a 404 and no 400. */
export function readRouteParams(
  { path, params }: Pick<RouteData, 'path' | 'params'>,
  inPath: Params,
  query: readonly QueryPair[],
): Params {
  const names = pathNames(path)
  const given: Params = Object.fromEntries(names.map((name) => [name, inPath[name]]))
  const wanted = getParameters(params).filter(({ name }) => !names.includes(name))
  if (wanted.length === 0) return given
  const parameters = queryParameters(query)
  for (const parameter of wanted) {
    const { name, isRequired } = parameter
    const text = parameters.get(name)
    if (text === undefined && isRequired) throw invalidParameter(name, 'is required')
    if (text === undefined) continue
    const value = convert(parameter, text)
    checkValue(parameter, value)
    given[name] = value
  }
  return given
}

const checkers = new WeakMap<TSchema, ReturnType<typeof Compile>>()

/** Reads and checks a JSON body; `owner` is the account whose turn it is. */
export async function readRouteBody(
  schema: TSchema,
  request: CallRequest,
  owner: number,
  maxBytes?: number,
): Promise<unknown> {
  const bytes = await request.readBody(owner, maxBytes)
  const body = readBodyObject({ contentType: request.contentType, bytes })
  const checker = checkers.get(schema) ?? Compile(schema)
  checkers.set(schema, checker)
  const problems = checker.Errors(body)
  const missing = problems.find((error) => error.keyword === 'required')
  if (missing) {
    const [first] = (missing.params as { requiredProperties: string[] }).requiredProperties
    throw invalidParameter(first ?? 'the body', 'is required')
  }
  const problem = problems.find((error) => error.keyword !== 'additionalProperties')
  if (problem) {
    const field = problem.instancePath.slice(1).replaceAll('/', '.').slice(0, 100) || 'the body'
    throw invalidParameter(
      field,
      problem.keyword === 'boolean' ? 'is not a field of this request' : problem.message,
    )
  }
  return body
}
