// Any route by its path, with what was typed checked against the server's own description of it.
import type { Quarry, Result } from '../../sdk/src/index.ts'
import { type Document, listParameters } from './catalogue.ts'
import { UsageError } from './failure.ts'
import { readPairs } from './read-values.ts'

export type Asked = {
  method: string
  /** As the document has it, with `{name}` for what varies. */
  path: string
  values?: Record<string, string>
  pairs: readonly string[]
}

export async function callRoute(
  quarry: Quarry,
  document: Document,
  { method, path, values = {}, pairs }: Asked,
): Promise<unknown> {
  const operation = document.paths[path]?.[method]
  if (!operation) throw new UsageError(`the server has no ${method.toUpperCase()} ${path}`)
  const params = listParameters(document, operation).filter(({ name }) => !path.includes(`{${name}}`))
  const given = readPairs(pairs, params)
  const request = quarry.request as (method: string, path: string, given: object) => Promise<Result<unknown>>
  const sent = method === 'get' ? { query: given } : { body: given }
  return (await request(method.toUpperCase(), path, { path: values, ...sent })).data
}
