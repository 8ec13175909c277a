// The bodies of the admin API. Types and names are checked here, meaning in access/.
import { type TProperties, Type } from 'typebox'

const closed = (properties: TProperties) => Type.Object(properties, { additionalProperties: false })
const maybe = <T extends 'string' | 'integer'>(type: T) => Type.Unsafe({ type: [type, 'null'] })
const rateLimit = Type.Unsafe({
  type: ['object', 'null'],
  properties: { per_second: maybe('integer'), per_minute: maybe('integer') },
  additionalProperties: false,
})
const texts = Type.Unsafe({ type: ['array', 'null'], items: { type: 'string' }, maxItems: 100 })

const accountChange = {
  active: Type.Optional(Type.Boolean()),
  open_invoices: Type.Optional(Type.Boolean()),
  statistics_enabled: Type.Optional(Type.Boolean()),
  rate_limit: Type.Optional(rateLimit),
  subscription_total: Type.Optional(Type.Integer()),
  period_days: Type.Optional(Type.Integer()),
}

const keyChange = {
  category: Type.Optional(Type.String()),
  expires: Type.Optional(maybe('string')),
  quotas: Type.Optional(
    closed({
      total: Type.Optional(maybe('integer')),
      daily: Type.Optional(maybe('integer')),
      weekly: Type.Optional(maybe('integer')),
      monthly: Type.Optional(maybe('integer')),
    }),
  ),
  scopes: Type.Optional(texts),
  allowed_ips: Type.Optional(texts),
}

export const schemas = {
  newAccount: closed({
    slug: Type.String(),
    name: Type.String(),
    bonus_credits: Type.Optional(Type.Integer()),
    ...accountChange,
  }),
  accountChange: closed({ name: Type.Optional(Type.String()), ...accountChange }),
  grant: closed({ credits: Type.Integer(), reason: Type.String() }),
  newKey: closed({ alias: Type.String(), ...keyChange }),
  keyChange: closed({
    alias: Type.Optional(Type.String()),
    active: Type.Optional(Type.Boolean()),
    ...keyChange,
  }),
  rotation: closed({ grace_seconds: Type.Optional(Type.Integer()) }),
}
