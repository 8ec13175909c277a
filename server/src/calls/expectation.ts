// What a parameter's schema allows, in words: the second half of `Bad Request: <parameter> <expectation>`.
import type { TSchema } from '@quarry/kit/schema'

/** Integers in a query have this one spelling. */
export const integerPattern = /^-?\d{1,16}$/

type Bounds = {
  type?: unknown
  enum?: unknown[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
}

export function expectation(schema: TSchema): string {
  const { type, enum: values, minimum, maximum, minLength, maxLength } = schema as Bounds
  if (values) return `must be one of ${values.join(', ')}`
  if (type === 'boolean') return 'must be true or false'
  if (type === 'integer' || Array.isArray(type)) return `must be an integer${range(minimum, maximum)}`
  if (type === 'number') return `must be a number${range(minimum, maximum)}`
  if (type === 'string') return `must be a text${length(minLength, maxLength)}`
  if (type === 'array') return 'must be a JSON array'
  if (type === 'object') return 'must be a JSON object'
  return 'has a wrong value'
}

function range(minimum?: number, maximum?: number): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`
  if (minimum !== undefined) return ` of at least ${minimum}`
  return maximum === undefined ? '' : ` of at most ${maximum}`
}

function length(minimum?: number, maximum?: number): string {
  if (maximum === undefined) return minimum ? ' that is not empty' : ''
  return ` of ${minimum ?? 0} to ${maximum} characters`
}
