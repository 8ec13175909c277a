// The query parameters of a view, and links that open the call log with some of them.
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'

export type Search = Record<string, string | undefined>

export function useParams(): [Search, (change: Search) => void] {
  const search = useSearch({ strict: false }) as Search
  const navigate = useNavigate()
  const set = (change: Search) =>
    void navigate({ to: '.', search: { ...search, ...change } as never, replace: true })
  return [search, set]
}

type CallsLinkProps = { filters: Search; children: ReactNode; className?: string }

/** Opens the list of calls with these filters. */
export const CallsLink = ({ filters, children, className = '' }: CallsLinkProps) => (
  <Link to="/console/calls" search={filters as never} className={className}>
    {children}
  </Link>
)
