// Reads the cells of a CSV line as the parameters that the header names.
import type { Endpoint } from '@quarry/kit/endpoint'
import { invalidParameter } from '@quarry/kit/errors'
import { boolean, integer, object, optional, text } from '@quarry/kit/schema'
import { convert, getParameters } from '../calls/read-params.ts'
import { malformedBody, Refusal } from '../errors.ts'
import { findNearest } from '../lib/nearest.ts'
import { parseStrictJson } from '../lib/strict-json.ts'

type Parameter = ReturnType<typeof getParameters>[number]

/** The options of a lookup that a job has too. */
const options = object({
  soft_fail: optional(boolean(true)),
  max_age: optional(integer(3600)),
  provider: optional(text('site')),
  require: optional(text('name')),
  require_any: optional(text('name')),
  fields: optional(text('name')),
})

export type ReadCells = (cells: readonly string[]) => Record<string, unknown>

/** Throws 400 for a column that is unknown or repeated. */
export function createReadCells(endpoint: Endpoint, header: readonly string[]): ReadCells {
  const accepted = [...getParameters(endpoint.params), ...getParameters(options)]
  const names = header.map((cell) => cell.trim())
  const columns = names.map((name, index) => {
    const parameter = accepted.find((candidate) => candidate.name === name)
    if (!parameter) throw unknownColumn(endpoint, name, accepted)
    if (names.indexOf(name) !== index) throw refuseHeader(`the column ${name} occurs twice`)
    return parameter
  })
  return (cells) => {
    if (cells.length !== columns.length)
      throw malformedBody(
        `the line must have as many cells as the header: ${columns.length}, not ${cells.length}`,
      )
    const input: Record<string, unknown> = {}
    for (const [index, parameter] of columns.entries()) {
      const cell = cells[index] ?? ''
      if (cell !== '') input[parameter.name] = readCell(parameter, cell)
    }
    return input
  }
}

function unknownColumn({ path }: Endpoint, name: string, accepted: readonly Parameter[]) {
  const shown = JSON.stringify(name.slice(0, 50))
  const nearest = findNearest(
    name,
    accepted.map((parameter) => parameter.name),
  )
  return refuseHeader(`the column ${shown} is not a parameter of ${path}; the nearest one is ${nearest}`)
}

const refuseHeader = (problem: string) => new Refusal('invalid_parameter', `Bad Request: line 1: ${problem}`)

function readCell(parameter: Parameter, cell: string): unknown {
  const type = Array.isArray(parameter.type) ? parameter.type[0] : parameter.type
  if (type === 'string' || type === 'integer' || type === 'number' || type === 'boolean')
    return convert(parameter, cell)
  try {
    return parseStrictJson(Buffer.from(cell))
  } catch {
    throw invalidParameter(parameter.name, 'must be JSON')
  }
}
