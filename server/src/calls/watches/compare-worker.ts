// Worker thread that compares the result of a run with the value that its watch stored before.
import { createHash } from 'node:crypto'
import { canonicalJson } from '../../platform/lib/json.ts'
import { lowerPriority } from '../../platform/lib/worker-threads.ts'
import { alignValues } from './align-values.ts'
import type { ComparisonTask, RunComparison } from './end-runs.ts'
import { createPatch } from './json-patch.ts'

/** The mark of a value begins with this many characters, the version of the record's fields. */
const versionChars = 12
/** Both values together; more are not compared, only recorded. */
const maxChars = 8 * 1024 * 1024

lowerPriority(5)

export default function compare(task: ComparisonTask): RunComparison {
  const { list, fields, before, beforeMark, requiredFields } = task
  const now = selectFields(JSON.parse(task.result), { list, fields })
  const version = hashValue(requiredFields).slice(0, versionChars)
  const stored = { value: JSON.stringify(now), mark: `${version}.${hashValue(now)}` }
  const unchanged = { ...stored, patch: null, isTooLarge: false, isChanged: false }
  const isSameVersion = beforeMark?.startsWith(`${version}.`) ?? false
  if (beforeMark === null || beforeMark === stored.mark) return unchanged
  // If the old value is not stored, only its hash can be compared, and only with one of the same version.
  if (before === null) return { ...unchanged, isChanged: isSameVersion }
  if (before.length + stored.value.length > maxChars)
    return { ...unchanged, isTooLarge: true, isChanged: true }
  const path = fields === null ? '' : (list?.name ?? '')
  const old = JSON.parse(before) as unknown
  const values = isSameVersion
    ? ([old, now] as const)
    : alignValues(old, now, { requiredFields: new Set(requiredFields), path })
  const patch = createPatch(...values)
  return {
    ...stored,
    patch: patch && JSON.stringify(patch),
    isTooLarge: patch === null,
    isChanged: patch === null || patch.length > 0,
  }
}

/** The whole record, or an object with the named fields; a list of such objects if the record is a list. */
function selectFields(record: unknown, { list, fields }: Pick<ComparisonTask, 'list' | 'fields'>): unknown {
  if (fields === null) return record
  if (!list) return pick(record, fields)
  const items = list.name === null ? record : (record as Record<string, unknown>)[list.name]
  return Array.isArray(items) ? items.map((item) => pick(item, fields)) : []
}

const pick = (item: unknown, fields: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(fields.map((name) => [name, readField(item, name.split('.'))]))

/** For an inner list, the values of all its items. */
function readField(value: unknown, steps: readonly string[]): unknown {
  const [step, ...rest] = steps
  if (step === undefined || value === null || value === undefined) return value ?? null
  if (Array.isArray(value)) return value.map((item) => readField(item, steps))
  return typeof value === 'object' ? readField((value as Record<string, unknown>)[step], rest) : null
}

/** Equal values have equal hashes, whatever the order of their keys. */
const hashValue = (value: unknown): string => createHash('sha256').update(canonicalJson(value)).digest('hex')
