// The earlier response that a new one is compared with: of the call in the URL, if a job or this page still has it, or
// of the last run in this session with the same parameters.
import { useQuery } from '@tanstack/react-query'
import { quarry } from '../api.ts'
import { findRememberedRecord, type LookupRun } from './run-lookup.ts'

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
