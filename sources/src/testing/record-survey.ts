// Runs an endpoint over many lookups of its sandbox and checks every record against a JSON Schema that the test
// writes by hand from the specification, never the endpoint's own.
import { allowLargeDom } from '@quarry/kit/read/page-budget'
import { Compile } from '@quarry/kit/schema'
import type { Source } from '@quarry/kit/source'
import { onSite } from '@quarry/kit/testing/on-site'
import { sandboxGet } from '@quarry/kit/testing/run-example'
import { expect } from 'vitest'

export type Survey = {
  source: Source
  path: string
  /** Parameters of at least 200 different lookups that find something. */
  lookups: readonly Record<string, unknown>[]
  /** The hand-written schema. Its objects are closed, so that an additional field is found as well. */
  schema: Record<string, unknown>
  /** Paths of nullable fields that no sample fills: they may be null in all records. */
  mayStayNull?: readonly string[]
  now?: Date
}

export async function surveyRecords(survey: Survey): Promise<unknown[]> {
  allowLargeDom()
  const { source, path, lookups, schema, mayStayNull = [], now = new Date('2026-11-15T12:00:00Z') } = survey
  const endpoint = source.endpoints.find((candidate) => candidate.path === path)
  if (!endpoint) throw new Error(`no endpoint ${path}`)
  const checker = Compile(schema)
  const get = sandboxGet(source, now)
  const records: unknown[] = []
  for (const params of lookups) {
    const outcome = await onSite(source, endpoint).find(params as object, get)
    if (outcome.kind !== 'found') throw new Error(`${JSON.stringify(params)} gives ${outcome.kind}`)
    const problems = checker.Errors(outcome.record).slice(0, 3)
    expect(problems, JSON.stringify(params)).toEqual([])
    records.push(outcome.record)
  }
  expect(new Set(records.map((record) => JSON.stringify(record))).size).toBeGreaterThanOrEqual(200)
  expect(alwaysNull(records, schema, mayStayNull)).toEqual([])
  return records
}

/** Paths that the schema lets be null and that no record fills. */
function alwaysNull(records: readonly unknown[], schema: Node, mayStayNull: readonly string[]): string[] {
  const nullable = nullablePaths(schema)
  const filled = new Set<string>()
  for (const record of records) collectFilled(record, '', filled)
  return nullable.filter((path) => !filled.has(path) && !mayStayNull.includes(path))
}

type Node = { type?: unknown; properties?: Record<string, Node>; items?: Node }

function nullablePaths(schema: Node, path = ''): string[] {
  const own = Array.isArray(schema.type) && schema.type.includes('null') ? [path] : []
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    nullablePaths(field, `${path}/${name}`),
  )
  return [...own, ...inner, ...(schema.items ? nullablePaths(schema.items, `${path}/*`) : [])]
}

function collectFilled(value: unknown, path: string, filled: Set<string>): void {
  if (value === null || value === undefined) return
  filled.add(path)
  if (Array.isArray(value)) for (const item of value) collectFilled(item, `${path}/*`, filled)
  else if (typeof value === 'object')
    for (const [key, inner] of Object.entries(value)) collectFilled(inner, `${path}/${key}`, filled)
}
