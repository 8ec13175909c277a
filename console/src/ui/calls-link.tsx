// A link from a number to the calls behind it.
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Search } from './search.ts'

type CallsLinkProps = { filters: Search; children: ReactNode; className?: string }

/** Opens the list of calls with these filters. */
export const CallsLink = ({ filters, children, className = '' }: CallsLinkProps) => (
  <Link to="/console/calls" search={filters as never} className={className}>
    {children}
  </Link>
)
