// Chooses the first value that a page has for a field and remembers which forms the record was read from.
import type { Form, Item } from './page-data.ts'

type Candidate<T> = readonly [Form, () => T | null]

export type Picker = {
  /** The first value that is not null. */
  pick: <T>(...candidates: readonly Candidate<T>[]) => T | null
  /** The first list that is not empty. */
  pickList: <T>(...candidates: readonly (readonly [Form, () => readonly T[]])[]) => T[]
  /** The forms in use, such as `json-ld+meta`: the value of `x-record-form`. */
  describe: () => string
}

const order: readonly Form[] = ['json-ld', 'microdata', 'open-graph', 'meta', 'dom', 'text']

export function createPicker(): Picker {
  const used = new Set<Form>()
  return {
    pick(...candidates) {
      for (const [form, read] of candidates) {
        const value = read()
        if (value === null) continue
        used.add(form)
        return value
      }
      return null
    },
    pickList(...candidates) {
      for (const [form, read] of candidates) {
        const values = read()
        if (values.length === 0) continue
        used.add(form)
        return [...values]
      }
      return []
    },
    describe: () => order.filter((form) => used.has(form)).join('+') || 'meta',
  }
}

/** Reads a value of each item in turn. */
export const fromItems = <T>(
  items: readonly Item[],
  read: (node: Item['node']) => T | null,
): Candidate<T>[] => items.map(({ form, node }) => [form, () => read(node)] as const)
