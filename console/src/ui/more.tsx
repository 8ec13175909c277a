// Lists that come in pages: what is there, and a button for the rest.
import type { ReactNode } from 'react'
import { t } from '../text.ts'
import { Empty, Shown } from './parts.tsx'
import { Scroller } from './scroller.tsx'

type Pages<P> = {
  data: { pages: P[] } | undefined
  error: unknown
  isPending: boolean
  refetch: () => unknown
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}
type MoreProps<P, T> = {
  query: Pages<P>
  itemsOf: (page: P) => readonly T[]
  empty: string
  children: (items: T[]) => ReactNode
}

export function More<P, T>({ query, itemsOf, empty, children }: MoreProps<P, T>) {
  return (
    <Shown query={query} rows={6}>
      {({ pages }) => {
        const items = pages.flatMap((page) => [...itemsOf(page)])
        if (items.length === 0) return <Empty title={empty} />
        return (
          <>
            {children(items)}
            {query.hasNextPage && (
              <p className="py-3 text-center">
                <button
                  type="button"
                  className="button"
                  disabled={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  {query.isFetchingNextPage ? t('Loading') : t('Show more')}
                </button>
              </p>
            )}
          </>
        )
      }}
    </Shown>
  )
}

/** How every list of the server goes on. */
export const paged = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next_cursor: next }: { next_cursor: string | null }) => next ?? undefined,
}
export const cursorOf = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor })

/** The head of a column of numbers. */
export const Right = ({ children }: { children: ReactNode }) => (
  <span className="block text-right">{children}</span>
)

/** A table that scrolls sideways where it must. */
export function Table({
  label,
  heads,
  children,
}: {
  label: string
  heads: ReactNode[]
  children: ReactNode
}) {
  return (
    <Scroller label={label} className="-mx-[1.1rem] overflow-x-auto">
      <table className="numbers text-[0.9rem]">
        <thead>
          <tr>
            {heads.map((head, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: heads do not move
              <th key={n}>{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </Scroller>
  )
}
