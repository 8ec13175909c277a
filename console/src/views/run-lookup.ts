// Runs one call of the playground and keeps record or error, headers and duration. Responses are remembered while the
// page is open, to compare the next one with.
import { type AnyRequest, isError, watchedQuarry } from '../api.ts'
import { commonOptions, type Lookup } from '../reference.ts'
import { client } from '../session.ts'
import type { Values } from './samples.ts'

export type LookupRun = {
  at: number
  values: Values
  status: number | null
  ms: number
  data: unknown
  error: unknown
  headers: [string, string][]
}

const remembered = new Map<string, unknown>()
const rememberedMax = 50

/** The record of a call made on this page, by its id; undefined for other calls. */
export const findRememberedRecord = (requestId: string): unknown => remembered.get(requestId)

function remember({ headers, data, error }: LookupRun): void {
  const id = headers.find(([name]) => name === 'x-request-id')?.[1]
  if (id === undefined || error !== null) return
  remembered.set(id, data)
  for (const oldest of remembered.keys()) if (remembered.size > rememberedMax) remembered.delete(oldest)
}

export async function runLookup({ method, path }: Lookup, values: Values): Promise<LookupRun> {
  const at = performance.now()
  let headers: [string, string][] = []
  const quarry = watchedQuarry((response) => {
    headers = [...response.headers]
  })
  const request = quarry.request as unknown as AnyRequest
  const isOption = ([name]: [string, unknown]) => commonOptions.includes(name)
  const entries = Object.entries(values)
  const params =
    method === 'POST'
      ? {
          body: Object.fromEntries(entries.filter((pair) => !isOption(pair))),
          query: Object.fromEntries(entries.filter(isOption)),
        }
      : { query: values }
  const finish = (end: Pick<LookupRun, 'status' | 'data' | 'error'>): LookupRun => ({
    at,
    values,
    headers,
    ms: Math.round(performance.now() - at),
    ...end,
  })
  try {
    const { data } = await request(method, path, params)
    const run = finish({ status: statusIn(headers, 200), data, error: null })
    remember(run)
    return run
  } catch (error) {
    return finish({ status: isError(error) ? error.status : null, data: null, error })
  } finally {
    for (const name of ['usage', 'calls', 'call histogram'])
      void client.invalidateQueries({ queryKey: [name] })
  }
}

const statusIn = (headers: [string, string][], usual: number) =>
  headers.some(([name]) => name === 'location') ? 202 : usual
