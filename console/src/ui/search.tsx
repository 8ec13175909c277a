// The query parameters of a view, and links that open the call log with some of them.
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'

export type SearchParams = Record<string, string | undefined>

export function useParams(): [SearchParams, (change: SearchParams) => void] {
  const search = useSearch({ strict: false }) as SearchParams
  const navigate = useNavigate()
  const set = (change: SearchParams) =>
    void navigate({ to: '.', search: { ...search, ...change } as never, replace: true })
  return [search, set]
}

type CallsLinkProps = { filters: SearchParams; children: ReactNode; className?: string }

/** Opens the list of calls with these filters. */
export const CallsLink = ({ filters, children, className = '' }: CallsLinkProps) => (
  <Link to="/console/calls" search={filters as never} className={className}>
    {children}
  </Link>
)
