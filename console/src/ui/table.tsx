// Tables, lists that load page by page, and the scrolling box around them.
import type { ReactNode, Ref } from 'react'
import { t } from '../text.ts'
import { Button } from './controls.tsx'
import { Empty, Loaded } from './parts.tsx'

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
    <Loaded query={query} rows={6}>
      {({ pages }) => {
        const items = pages.flatMap((page) => [...getItems(page)])
        if (items.length === 0) return <Empty title={empty} />
        return (
          <>
            {children(items)}
            {query.hasNextPage && (
              <p className="py-3 text-center">
                <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  {query.isFetchingNextPage ? t('Loading') : t('Show more')}
                </Button>
              </p>
            )}
          </>
        )
      }}
    </Loaded>
  )
}

/** Numbers are aligned right; the head of the actions is for screen readers only. */
type Head = string | { text: string; is: 'number' | 'actions' }
export const numbers = (text: string): Head => ({ text, is: 'number' })
export const actions = (): Head => ({ text: t('Actions'), is: 'actions' })

type TableProps = {
  label: string
  heads: readonly Head[]
  children: ReactNode
  /** Two values per row on a phone. */
  isDense?: boolean
  /** Columns of equal width, as in the tables next to it. */
  isEven?: boolean
  /** Does not extend into the padding of its box. */
  isInset?: boolean
}

/** A table. In a narrow box each row becomes a card, with the column head before each value. */
export function Table(props: TableProps) {
  const { label, heads, children, isDense = false, isEven = false, isInset = false } = props
  const words = heads.map((head) => (typeof head === 'string' ? { text: head, is: 'text' } : head))
  // A JSON string is a valid CSS string.
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

type ScrollerProps = { label: string; className: string; children: ReactNode; ref?: Ref<HTMLElement> }

/** A scrolling box that the keyboard can reach. */
export function Scroller({ label, className, children, ref }: ScrollerProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it the arrow keys do not scroll it
    <section ref={ref} aria-label={label} tabIndex={0} className={`relative ${className}`}>
      {children}
    </section>
  )
}
