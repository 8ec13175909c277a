// One call of the playground, with everything that came back: the record or the error, the headers, and the time. What
// was answered is remembered while the page lives, so that the next answer can be held against it.
import { type AnyRequest, isError, watchedQuarry } from '../api.ts'
import type { Lookup } from '../reference.ts'
import { client } from '../session.ts'
import type { Values } from './samples.ts'

export type Ran = {
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

/** What a call of this page was answered, by its id; undefined where that is not known here. */
export const rememberedAnswer = (requestId: string): unknown => remembered.get(requestId)

function remember({ headers, data, error }: Ran): void {
  const id = headers.find(([name]) => name === 'x-request-id')?.[1]
  if (id === undefined || error !== null) return
  remembered.set(id, data)
  for (const oldest of remembered.keys()) if (remembered.size > rememberedMax) remembered.delete(oldest)
}

const optionNames = ['is_async', 'soft_fail', 'max_age', 'provider', 'require', 'require_any', 'webhook']

export async function runLookup({ method, path }: Lookup, values: Values): Promise<Ran> {
  const at = performance.now()
  let headers: [string, string][] = []
  const quarry = watchedQuarry((response) => {
    headers = [...response.headers]
  })
  const request = quarry.request as unknown as AnyRequest
  const isOption = ([name]: [string, unknown]) => optionNames.includes(name)
  const given =
    method === 'POST'
      ? {
          body: Object.fromEntries(Object.entries(values).filter((pair) => !isOption(pair))),
          query: Object.fromEntries(Object.entries(values).filter(isOption)),
        }
      : { query: values }
  const ended = (end: Pick<Ran, 'status' | 'data' | 'error'>): Ran => ({
    at,
    values,
    headers,
    ms: Math.round(performance.now() - at),
    ...end,
  })
  try {
    const { data } = await request(method, path, given)
    const made = ended({ status: statusIn(headers, 200), data, error: null })
    remember(made)
    return made
  } catch (error) {
    return ended({ status: isError(error) ? error.status : null, data: null, error })
  } finally {
    void client.invalidateQueries({ queryKey: ['usage'] })
    void client.invalidateQueries({ queryKey: ['calls'] })
    void client.invalidateQueries({ queryKey: ['call histogram'] })
  }
}

const statusIn = (headers: [string, string][], usual: number) =>
  headers.some(([name]) => name === 'location') ? 202 : usual
