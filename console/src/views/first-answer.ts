// What an answer is held against: the call that the address names, while a job or this page still has what it was
// answered, or else the last run of this session with the same parameters.
import { useQuery } from '@tanstack/react-query'
import { quarry } from '../api.ts'
import { type Ran, rememberedAnswer } from './run-lookup.ts'

export type FirstAnswer = {
  data: unknown
  /** Somebody asked to compare. */
  isAsked: boolean
}

/** The answer of an earlier call; null where nothing has it any more. */
export async function readFirstAnswer(requestId: string): Promise<unknown> {
  const remembered = rememberedAnswer(requestId)
  if (remembered !== undefined) return remembered
  try {
    // A call that became a job gave it its own id.
    return (await quarry.request('GET', '/jobs/{id}', { path: { id: requestId } })).data.result ?? null
  } catch {
    return null
  }
}

export function useFirstAnswer(
  requestId: string | undefined,
  history: Ran[],
  shown: number,
): FirstAnswer | null {
  const first = useQuery({
    queryKey: ['first answer', requestId],
    queryFn: () => readFirstAnswer(requestId ?? ''),
    enabled: requestId !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (requestId !== undefined && first.data != null) return { data: first.data, isAsked: true }
  const ran = history[shown]
  const earlier = history
    .slice(shown + 1)
    .find((one) => one.error === null && JSON.stringify(one.values) === JSON.stringify(ran?.values))
  return earlier ? { data: earlier.data, isAsked: false } : null
}
