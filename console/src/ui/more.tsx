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
  getItems: (page: P) => readonly T[]
  empty: string
  children: (items: T[]) => ReactNode
}

export function More<P, T>({ query, getItems, empty, children }: MoreProps<P, T>) {
  return (
    <Shown query={query} rows={6}>
      {({ pages }) => {
        const items = pages.flatMap((page) => [...getItems(page)])
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
export const toCursor = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor })

/** Numbers stand at the right; of actions, the head is only read out. */
export type Head = string | { text: string; is: 'number' | 'actions' }
export const numbers = (text: string): Head => ({ text, is: 'number' })
export const actions = (): Head => ({ text: t('Actions'), is: 'actions' })

type TableProps = {
  label: string
  heads: readonly Head[]
  children: ReactNode
  /** Of short values, of which two stand beside each other on a phone. */
  isDense?: boolean
  /** Columns as wide as in its neighbours, whatever is in them. */
  isEven?: boolean
  /** Stays within its box instead of reaching over its padding. */
  isInset?: boolean
}

/** A table; where it has little room each row is a card, in which every value has the head of its column before it. */
export function Table(props: TableProps) {
  const { label, heads, children, isDense = false, isEven = false, isInset = false } = props
  const words = heads.map((head) => (typeof head === 'string' ? { text: head, is: 'text' } : head))
  // A text of JSON is one of CSS, too.
  const before = words.map(({ text, is }, n) => [
    `--head-${n + 1}`,
    is === 'actions' ? '""' : JSON.stringify(text),
  ])
  return (
    <Scroller label={label} className={`table-box ${isInset ? '' : '-mx-[1.1rem]'}`}>
      <table
        className={`stacked numbers text-[0.9rem] ${isDense ? 'dense' : ''} ${isEven ? 'sm:table-fixed sm:[&_th:first-child]:w-[28%]' : ''}`}
        style={Object.fromEntries(before)}
      >
        <thead>
          <tr>
            {words.map(({ text, is }) => (
              <th key={text} className={is === 'number' ? '!text-right' : ''}>
                {is === 'actions' ? <span className="sr-only">{text}</span> : text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </Scroller>
  )
}
