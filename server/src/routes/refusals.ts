// Everything that a route can be refused for: what it says itself, and what its access, parameters and body bring.
import { type Reason, reasons } from '../errors.ts'
import { type Access, pathNames, type RouteData } from '../route-data.ts'

const ofAccess: Record<Access, readonly Reason[]> = {
  key: [
    'invalid_key',
    'inactive_key',
    'expired_key',
    'forbidden',
    'account_deactivated',
    'rate_limited',
    'internal',
  ],
  admin: ['invalid_key', 'internal'],
  open: [],
}

/** In the order of the error table. */
export function listRefusals({ access, path, params, body, refusals }: RouteData): Reason[] {
  const names = pathNames(path)
  const hasQuery = Object.keys(params.properties as object).some((name) => !names.includes(name))
  const all = new Set<Reason>([
    ...ofAccess[access],
    ...(hasQuery || body ? (['invalid_parameter'] as const) : []),
    ...(body ? (['malformed_body', 'body_too_large'] as const) : []),
    ...refusals,
  ])
  return reasons.filter((reason) => all.has(reason))
}
