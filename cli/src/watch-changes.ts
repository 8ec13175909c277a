// What happened to a watch, a line for each value that changed: for people, who do not read patches.
import type { WatchEvent } from '../../sdk/src/index.ts'
import type { Row } from './output.ts'

export function changesOf(event: WatchEvent): Row[] {
  const { number, at, type, reason, missed } = event
  const shared = { number, at, type }
  if (type === 'missed') return [{ ...shared, what: `${missed ?? 0} runs, ${reason ?? 'not run'}` }]
  if (type === 'paused' || event.patch === null) return [{ ...shared, what: reason }]
  return event.patch.map(({ path }) => ({
    ...shared,
    what: nameOf(path),
    before: valueAt(event.before, path),
    after: valueAt(event.after, path),
  }))
}

const stepsOf = (path: string): string[] =>
  path
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))

const nameOf = (path: string): string => stepsOf(path).join('.') || '(record)'

/** Undefined where there is none, as before something was added. */
const valueAt = (value: unknown, path: string): unknown =>
  stepsOf(path).reduce<unknown>(
    (inner, step) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, step)
        ? (inner as Record<string, unknown>)[step]
        : undefined,
    value,
  )
