// Worker thread that compares the result of a run with the value that its watch stored before.
import { getPriority, setPriority } from 'node:os'
import type { Comparison, ComparisonTask } from './compare-runs.ts'
import { createPatch } from './json-patch.ts'
import { markOf, watchedValue } from './watch-value.ts'

/** Requests go first on a busy machine. */
const niceness = 5
/** Both values together; more are not compared, only recorded. */
const maxChars = 8 * 1024 * 1024

// Elsewhere this is the priority of the whole process, not of the thread.
if (process.platform === 'linux') setPriority(Math.min(getPriority() + niceness, 19))

export default function compare({ result, list, fields, before, beforeMark }: ComparisonTask): Comparison {
  const now = watchedValue(JSON.parse(result), list, fields)
  const value = JSON.stringify(now)
  const mark = markOf(now)
  if (before === null || beforeMark === mark) return { value, mark, patch: null, isTooLarge: false }
  const patch =
    before.length + value.length > maxChars ? null : createPatch(JSON.parse(before) as unknown, now)
  return { value, mark, patch: patch && JSON.stringify(patch), isTooLarge: patch === null }
}
