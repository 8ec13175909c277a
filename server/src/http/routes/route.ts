// A route: its description and the function that runs it. The function gets parameters and a body that match the
// schemas, after the caller or the operator was authenticated.
import { object, type Static, type TObject, type TSchema } from '@quarry/kit/schema'
import type { Caller } from '../../accounts/caller.ts'
import type { CallRequest } from '../../calls/call-request.ts'
import type { ConfiguredEndpoint } from '../../lookups/sources/configure-endpoints.ts'
import { type Reason, reasons } from '../../platform/errors.ts'
import {
  type Access,
  pathNames,
  type RouteData,
  type RouteInit,
  type RouteReply,
} from '../../platform/route-data.ts'

type Identity = {
  key: { caller: Caller }
  /** The operator, as the admin log names them. */
  admin: { actor: string }
  open: unknown
}

type Input<A extends Access, P extends TObject, B extends TSchema> = Identity[A] & {
  params: Static<P>
  body: Static<B>
  request: CallRequest
}

type Options = {
  /** Refuses a caller before the parameters are read. */
  permit?: (caller: Caller) => void
  /** Refuses a request to an open route before its parameters and body are read. */
  permitRequest?: (request: CallRequest) => void
  /** Set by open routes with a body, because anyone can make the server buffer this much. */
  maxBodyBytes?: number
  /** `run` reads the body itself. */
  readsBody?: true
}

/** The function that runs the route: `respond` returns the JSON body, `run` any reply. */
type Runner<I, D> =
  | { respond: (input: I, deps: D) => unknown; headers?: Record<string, string> }
  | { run: (input: I, deps: D) => Promise<RouteReply> }

type AnyInput = Partial<Identity['key'] & Identity['admin']> & {
  params: unknown
  body: unknown
  request: CallRequest
}

/** A route that is not a lookup, with its parameter types erased. `D` is what `run` needs. */
export type OwnRoute<D> = RouteData & Options & { run: (input: AnyInput, deps: D) => Promise<RouteReply> }

/** A lookup has no `run`: the metered call serves it. */
export type LookupRoute = RouteData & { configured: ConfiguredEndpoint }

export function route<const A extends Access, P extends TObject, B extends TSchema, D>(
  init: RouteInit<A, P, B> & Options & Runner<Input<A, P, B>, D>,
): OwnRoute<D> {
  const { path, params = object({}), example = {} } = init
  const exampleParams = { ...findPathExamples(path, params), ...example.params }
  const replies = 'reply' in init ? { 200: init.reply } : init.replies
  const defaults = { method: 'GET', params, refusals: [], replies, run: toRun(init) }
  return { ...defaults, ...init, example: { ...example, params: exampleParams } } as unknown as OwnRoute<D>
}

const toRun = <I, D>(runner: Runner<I, D>) =>
  'run' in runner
    ? runner.run
    : async (input: I, deps: D): Promise<RouteReply> => ({
        body: await runner.respond(input, deps),
        headers: runner.headers ?? {},
      })

/** The example of a path parameter is that of its schema. */
function findPathExamples(path: string, params: TObject): Record<string, unknown> {
  const schemas = params.properties as Record<string, { examples?: unknown[] }>
  return Object.fromEntries(pathNames(path).map((name) => [name, schemas[name]?.examples?.[0]]))
}

export const isLookup = (candidate: OwnRoute<never> | LookupRoute): candidate is LookupRoute =>
  'configured' in candidate

/** Every path of a route. Paths for keys are also served below `/api`. */
export function listPaths({ path, alsoAt = [], access }: RouteData): string[] {
  const paths = [path, ...alsoAt]
  return access === 'key' ? paths.flatMap((one) => [one, `/api${one}`]) : paths
}

const accessRefusals: Record<Access, readonly Reason[]> = {
  key: [
    'invalid_key',
    'inactive_key',
    'expired_key',
    'forbidden',
    'account_deactivated',
    'rate_limited',
    'internal',
  ],
  admin: ['invalid_key', 'invalid_parameter', 'internal'],
  open: [],
}

const idempotencyRefusals = ['idempotency_in_progress', 'idempotency_mismatch'] as const

/** Every reason for which a route can refuse a call, in the order of the error table. */
export function listRefusals(route: RouteData): Reason[] {
  const { access, path, params, body, isIdempotent, refusals } = route
  const names = pathNames(path)
  const hasQuery = Object.keys(params.properties as object).some((name) => !names.includes(name))
  const all = new Set<Reason>([
    ...accessRefusals[access],
    ...(hasQuery || body ? (['invalid_parameter'] as const) : []),
    ...(body ? (['malformed_body', 'body_too_large'] as const) : []),
    ...(names.length > 0 ? (['not_found'] as const) : []),
    ...(isIdempotent ? idempotencyRefusals : []),
    // Stored responses count against the storage of the account.
    ...(isIdempotent && access === 'key' ? (['storage_exceeded'] as const) : []),
    ...refusals,
  ])
  return reasons.filter((reason) => all.has(reason))
}
