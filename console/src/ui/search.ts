// The query parameters of a view.
import { useNavigate, useSearch } from '@tanstack/react-router'

export type Search = Record<string, string | undefined>

export function useParams(): [Search, (change: Search) => void] {
  const search = useSearch({ strict: false }) as Search
  const navigate = useNavigate()
  const set = (change: Search) =>
    void navigate({ to: '.', search: { ...search, ...change } as never, replace: true })
  return [search, set]
}
