// Describes what a parameter's schema allows: the second half of `Bad Request: <parameter> <description>`.
import type { TSchema } from '@quarry/kit/schema'

/** The only notation of integers in a query. */
export const integerPattern = /^-?\d{1,16}$/

type Bounds = {
  type?: unknown
  enum?: unknown[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
}

export function describeSchema(schema: TSchema): string {
  const { type, enum: values, minimum, maximum, minLength, maxLength } = schema as Bounds
  if (values) return `must be one of ${values.join(', ')}`
  if (type === 'boolean') return 'must be true or false'
  if (type === 'integer' || Array.isArray(type)) return `must be an integer${describeRange(minimum, maximum)}`
  if (type === 'number') return `must be a number${describeRange(minimum, maximum)}`
  if (type === 'string') return `must be a string${describeLength(minLength, maxLength)}`
  if (type === 'array') return 'must be a JSON array'
  if (type === 'object') return 'must be a JSON object'
  return 'has a wrong value'
}

function describeRange(minimum?: number, maximum?: number): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`
  if (minimum !== undefined) return ` of at least ${minimum}`
  return maximum === undefined ? '' : ` of at most ${maximum}`
}

function describeLength(minimum?: number, maximum?: number): string {
  if (maximum === undefined) return minimum ? ' that is not empty' : ''
  return ` of ${minimum ?? 0} to ${maximum} characters`
}
