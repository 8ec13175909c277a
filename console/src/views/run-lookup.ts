// Runs one call of the playground and keeps record or error, headers and duration. Finds the earlier response that a new
// one is compared with: of the call in the URL, if a job or this page still has it, or of the last run in this session
// with the same parameters.
import { useQuery } from '@tanstack/react-query'
import { type AnyRequest, isError, quarry, watchedQuarry } from '../api.ts'
import { commonOptions, type LookupInfo } from '../reference.ts'
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

/** Records by the id of their call, while the page is open. */
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

export async function runLookup({ method, path }: LookupInfo, values: Values): Promise<LookupRun> {
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
    const run = finish({ status: readStatus(headers), data, error: null })
    remember(run)
    return run
  } catch (error) {
    return finish({ status: isError(error) ? error.status : null, data: null, error })
  } finally {
    for (const name of ['usage', 'calls', 'call histogram'])
      void client.invalidateQueries({ queryKey: [name] })
  }
}

/** The status of a success: only a job has a location. */
const readStatus = (headers: [string, string][]) =>
  headers.some(([name]) => name === 'location') ? 202 : 200

export type EarlierResult = {
  data: unknown
  /** The URL names the call to compare with. */
  isRequested: boolean
}

/** The record of an earlier call; null if it is no longer available. */
export async function readEarlierResult(requestId: string): Promise<unknown> {
  const record = findRememberedRecord(requestId)
  if (record !== undefined) return record
  try {
    // A job has the id of the call that created it.
    return (await quarry.request('GET', '/jobs/{id}', { path: { id: requestId } })).data.result ?? null
  } catch {
    return null
  }
}

export function useEarlierResult(
  requestId: string | undefined,
  history: LookupRun[],
  shown: number,
): EarlierResult | null {
  const first = useQuery({
    queryKey: ['earlier result', requestId],
    queryFn: () => readEarlierResult(requestId ?? ''),
    enabled: requestId !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (requestId !== undefined && first.data != null) return { data: first.data, isRequested: true }
  const run = history[shown]
  const earlier = history
    .slice(shown + 1)
    .find(
      (earlier) => earlier.error === null && JSON.stringify(earlier.values) === JSON.stringify(run?.values),
    )
  return earlier ? { data: earlier.data, isRequested: false } : null
}
