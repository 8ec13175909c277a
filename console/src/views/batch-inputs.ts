// From the lines of a table to the inputs of a batch: each cell as the type that its parameter has.
import type { Csv } from '../csv.ts'
import type { Lookup, Parameter } from '../reference.ts'
import { ofOneCall } from './lookup-form.tsx'

/** Its own, and those options of every lookup that a column has the name of. */
export const selectParameters = ({ parameters }: Lookup, heads: readonly string[]): readonly Parameter[] =>
  parameters.filter(({ name, isCommon }) => !isCommon || (heads.includes(name) && !ofOneCall.includes(name)))

export function readInputs(
  { heads, rows }: Csv,
  parameters: readonly Parameter[],
  columnOf: (name: string) => string,
) {
  const columns = parameters.flatMap(({ name, type }) => {
    const column = columnOf(name)
    const index = column === '' ? -1 : heads.indexOf(column)
    return index === -1 ? [] : [{ name, type, index }]
  })
  return rows.flatMap((row) => {
    const pairs = columns.flatMap(({ name, type, index }) => {
      const text = row[index]?.trim() ?? ''
      return text === '' ? [] : [[name, typedAs(type, text)]]
    })
    return pairs.length === 0 ? [] : [Object.fromEntries(pairs) as Record<string, unknown>]
  })
}

function typedAs(type: string, text: string): unknown {
  if (type === 'integer' || type === 'number') return Number.isNaN(Number(text)) ? text : Number(text)
  if (type === 'boolean')
    return text.toLowerCase() === 'true' ? true : text.toLowerCase() === 'false' ? false : text
  if (type === 'string') return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
