// Hooks for requests to the server: reading a route once or page by page, running the action of a button or form, and
// sending a form so that it takes effect only once.
import { type QueryKey, type UseQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'

type ReadOptions<T> = Pick<
  UseQueryOptions<T>,
  'enabled' | 'refetchInterval' | 'staleTime' | 'placeholderData'
>

export const useRead = <T>(
  queryKey: QueryKey,
  read: () => Promise<{ data: T }>,
  options: ReadOptions<T> = {},
) => useQuery<T>({ queryKey, queryFn: async () => (await read()).data, ...options })

type CursorPage = { next_cursor: string | null }

export const usePages = <P extends CursorPage>(
  queryKey: QueryKey,
  read: (cursor: { cursor?: string }) => Promise<{ data: P }>,
  refetchInterval: number | false = false,
) =>
  useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam }) => (await read(pageParam === undefined ? {} : { cursor: pageParam })).data,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor: next }: P) => next ?? undefined,
    refetchInterval,
  })

export type Work = (run: () => Promise<unknown>) => Promise<void>

/** Runs an action of a button or form and keeps its state: busy, or failed with an error. */
export function useWork() {
  const [problem, setProblem] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const work: Work = async (run) => {
    setBusy(true)
    setProblem(null)
    await run().catch(setProblem)
    setBusy(false)
  }
  return { problem, isBusy, work }
}

/**
 * An idempotency key for a form whose request must not take effect twice: sent again after an error with the same
 * values, it has the same key; other values, or a new request after a success, have another one.
 */
export function useRetryKey() {
  const sent = useRef<{ values: string; key: string } | null>(null)
  return {
    keyFor(body: object): string {
      const values = JSON.stringify(body)
      if (sent.current?.values !== values) sent.current = { values, key: createKey() }
      return sent.current.key
    },
    forget() {
      sent.current = null
    },
  }
}

/** `randomUUID` is missing on pages without https. */
const createKey = (): string => `console-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`
