// Events of a watch as table rows: one row per operation of a patch, with the values before and after.
import type { WatchEvent } from '../../sdk/src/index.ts'
import { countText } from './count-text.ts'
import type { Row } from './output.ts'

type Operation = NonNullable<WatchEvent['patch']>[number]

export function toChangeRows(event: WatchEvent): Row[] {
  const { number, at, type, reason, missed } = event
  const shared = { number, at, type }
  if (type === 'missed')
    return [{ ...shared, what: `${countText(missed ?? 0, 'run')}, ${reason ?? 'not run'}` }]
  if (type !== 'changed' || event.patch === null) return [{ ...shared, what: reason }]
  return event.patch.map((operation) => ({ ...shared, ...describeOperation(operation, event.before) }))
}

/** Paths of changes and removals refer to the record before; additions have their value. */
function describeOperation({ op, path, from, value }: Operation, before: unknown) {
  if (op === 'move') return { what: `${formatPath(String(from))} moved to ${formatPath(path)}` }
  return {
    what: formatPath(path),
    before: op === 'add' ? undefined : valueAt(before, path),
    after: op === 'remove' ? undefined : value,
  }
}

const splitPointer = (path: string): string[] =>
  path
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))

const formatPath = (path: string): string => splitPointer(path).join('.') || '(record)'

const valueAt = (value: unknown, path: string): unknown =>
  splitPointer(path).reduce<unknown>(
    (inner, step) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, step)
        ? (inner as Record<string, unknown>)[step]
        : undefined,
    value,
  )
