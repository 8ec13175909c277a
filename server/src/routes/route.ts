// A route with what it does. `run` sees checked parameters of the types its schemas say; which account or operator
// asks has been settled before.
import type { Static, TObject, TSchema } from '@quarry/kit/schema'
import type { Caller } from '../access/caller.ts'
import type { CallRequest } from '../calls/call-request.ts'
import type { ConfiguredEndpoint } from '../lookups/configured-endpoint.ts'
import type { Access, RouteData, RouteReply } from '../route-data.ts'
import type { RouteParts } from './parts.ts'

type Asker = {
  key: { caller: Caller }
  /** The operator, as the audit log names him. */
  admin: { actor: string }
  open: unknown
}

type Given<A extends Access, P extends TObject, B extends TSchema> = Asker[A] & {
  params: Static<P>
  body: Static<B>
  request: CallRequest
}

type Definition<A extends Access, P extends TObject, B extends TSchema> = RouteData<A, P, B> & {
  /** Refuses a caller before his parameters are looked at. */
  permit?: (caller: Caller) => void
  /** Refuses a request to an open route before its parameters and its body are read. */
  permitRequest?: (request: CallRequest) => void
  /** Open routes with a body set it: anyone can make the server buffer that much. */
  maxBodyBytes?: number
  /** The body is read by `run`, which has reasons to do it in its own way. */
  readsBody?: true
  run: (given: Given<A, P, B>, parts: RouteParts) => Promise<RouteReply>
}

type AnyGiven = { params: unknown; body: unknown; request: CallRequest }

/** A route whose parameter types no longer matter: what the list holds. */
export type OwnRoute = Omit<Definition<Access, TObject, TSchema>, 'run'> & {
  run: (given: Partial<Asker['key'] & Asker['admin']> & AnyGiven, parts: RouteParts) => Promise<RouteReply>
}

/** A lookup: served by the life of a metered call instead of a `run`. */
export type LookupRoute = RouteData & { configured: ConfiguredEndpoint }

export type Route = OwnRoute | LookupRoute

export function route<const A extends Access, P extends TObject, B extends TSchema>(
  definition: Definition<A, P, B>,
): OwnRoute {
  return definition as unknown as OwnRoute
}

export const isLookup = (given: Route): given is LookupRoute => 'configured' in given

/** Every path under which a route is served. What a key may call is served with a leading `/api` too. */
export function listPaths({ path, alsoAt = [], access }: Route): string[] {
  const paths = [path, ...alsoAt]
  return access === 'key' ? paths.flatMap((one) => [one, `/api${one}`]) : paths
}
