// Hooks that read a route of the server: once, or page by page.
import { type QueryKey, type UseQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'

type ReadOptions<T> = Pick<
  UseQueryOptions<T>,
  'enabled' | 'refetchInterval' | 'staleTime' | 'placeholderData'
>

export const useRead = <T>(
  queryKey: QueryKey,
  read: () => Promise<{ data: T }>,
  options: ReadOptions<T> = {},
) => useQuery<T>({ queryKey, queryFn: async () => (await read()).data, ...options })

type Page = { next_cursor: string | null }

export const usePages = <P extends Page>(
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
