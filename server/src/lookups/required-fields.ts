// What a caller requires of a record, `require` and `require_any`: names of its fields, checked when they are given, and
// held against each record that is found. A record that lacks what was asked for is not sent and costs nothing.

import { invalidParameter } from '@quarry/kit/errors'
import type { TSchema } from '@quarry/kit/schema'
import { findNearest } from '../lib/nearest.ts'
import { getRecordFields, type Presence, type RecordFields } from './record-presence.ts'

/** As callers write them: names with commas between. */
export type RequireOptions = { require: string | null; requireAny: string | null }

/** What is wrong with a record, in words; null where nothing is. */
export type MissingFields = (presence: Presence | undefined) => string | null

const maxNames = 100
const maxShown = 10

/** Null where nothing is required; 400 for a name that no field has. */
export function readRequired(record: TSchema, { require, requireAny }: RequireOptions): MissingFields | null {
  if (require === null && requireAny === null) return null
  const fields = getRecordFields(record)
  const all = readNames('require', require, fields)
  const any = readNames('require_any', requireAny, fields)
  return (presence) => {
    // What was noted by a server that knew other fields tells nothing of these.
    const letters = presence?.length === fields.names.length ? presence : 'n'.repeat(fields.names.length)
    const missing = all.filter((index) => letters[index] !== 'a' && letters[index] !== 'e')
    if (missing.length > 0) return `${shown(fields, missing)} ${missing.length > 1 ? 'are' : 'is'} not there`
    if (any.length === 0 || any.some((index) => letters[index] === 'a' || letters[index] === 's')) return null
    return any.length > 1 ? `none of ${shown(fields, any)} is there` : `${shown(fields, any)} is not there`
  }
}

function shown({ names }: RecordFields, indexes: readonly number[]): string {
  const some = indexes.slice(0, maxShown).map((index) => names[index])
  return indexes.length > maxShown ? `${some.join(', ')} and others` : some.join(', ')
}

/** Names that are given one by one; 400 for one that no field has. */
export function readFieldNames(parameter: string, given: readonly string[], record: TSchema): void {
  readNames(parameter, given.join(','), getRecordFields(record))
}

function readNames(parameter: string, given: string | null, { names }: RecordFields): number[] {
  if (given === null) return []
  const wanted = [...new Set(given.split(',').map((name) => name.trim()))]
  if (wanted.includes('')) throw invalidParameter(parameter, 'must be names of fields with commas between')
  if (wanted.length > maxNames) throw invalidParameter(parameter, `must be at most ${maxNames} fields`)
  return wanted.map((name) => {
    const index = names.indexOf(name)
    if (index !== -1) return index
    const nearest = findNearest(name, names)
    const hint = nearest === null ? 'the record has no fields' : `the nearest is ${nearest}`
    throw invalidParameter(parameter, `names ${printable(name)}, which is no field of the record: ${hint}`)
  })
}

// A stranger's name goes into an error message: short and printable only.
const printable = (name: string): string => name.replace(/[^\x21-\x7e]/g, '?').slice(0, 50)
