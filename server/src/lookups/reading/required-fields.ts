// The fields that a caller requires, `require` and `require_any`: their names are checked when the call arrives, and
// each record against them. A record that lacks required fields is not sent and costs nothing.
import { invalidParameter } from '@quarry/kit/errors'
import type { TSchema } from '@quarry/kit/schema'
import { findNearest } from '../../platform/lib/nearest.ts'
import { getRecordFields, type Presence } from './record-presence.ts'

/** Names separated by commas, as callers write them. */
export type RequireOptions = { require: string | null; requireAny: string | null }

/** Describes which required fields are missing; null where none is. */
export type MissingFields = (presence: Presence | undefined) => string | null

const maxNames = 100
const maxShown = 10

/** Null where no field is required; throws 400 for an unknown field. */
export function readRequired(record: TSchema, { require, requireAny }: RequireOptions): MissingFields | null {
  if (require === null && requireAny === null) return null
  const { names } = getRecordFields(record)
  const all = findNames('require', splitNames('require', require), names)
  const any = findNames('require_any', splitNames('require_any', requireAny), names)
  return (presence) => {
    // A server with another version of the schema may have cached the record.
    const letters = presence?.length === names.length ? presence : 'n'.repeat(names.length)
    const missing = all.filter((index) => letters[index] !== 'a' && letters[index] !== 'e')
    if (missing.length > 0) return `${listNames(names, missing)} ${missing.length > 1 ? 'are' : 'is'} missing`
    if (any.length === 0 || any.some((index) => letters[index] === 'a' || letters[index] === 's')) return null
    return any.length > 1 ? `${listNames(names, any)} are all missing` : `${listNames(names, any)} is missing`
  }
}

function listNames(names: readonly string[], indexes: readonly number[]): string {
  const shownNames = indexes.slice(0, maxShown).map((index) => names[index])
  return indexes.length > maxShown ? `${shownNames.join(', ')} and others` : shownNames.join(', ')
}

/** Throws 400 for an unknown field. */
export function checkFieldNames(parameter: string, fields: readonly string[], record: TSchema): void {
  findNames(parameter, splitNames(parameter, fields.join(',')), getRecordFields(record).names)
}

/** The names in a parameter, as the caller wrote them. Throws 400 for an empty name. */
export function splitNames(parameter: string, text: string | null): string[] {
  if (text === null) return []
  const parts = [...new Set(text.split(',').map((name) => name.trim()))]
  if (parts.includes('')) throw invalidParameter(parameter, 'must be field names separated by commas')
  if (parts.length > maxNames) throw invalidParameter(parameter, `must be at most ${maxNames} fields`)
  return parts
}

/** The index of each field. Throws 400 for an unknown field and suggests the nearest. */
export function findNames(parameter: string, fields: readonly string[], names: readonly string[]): number[] {
  return fields.map((name) => {
    const index = names.indexOf(name)
    if (index !== -1) return index
    const nearest = findNearest(name, names)
    const hint = nearest === null ? 'the record has no fields' : `the nearest is ${nearest}`
    throw invalidParameter(
      parameter,
      `names ${toPrintable(name)}, which is not a field of the record: ${hint}`,
    )
  })
}

/** The caller's text goes into an error message: short and printable only. */
const toPrintable = (name: string): string => name.replace(/[^\x21-\x7e]/g, '?').slice(0, 50)
