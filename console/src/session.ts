// The session, read once and cached by the query client, and the views that its role opens. A 401 on any request shows
// the sign-in form.
import type { Schemas } from '@quarry/sdk'
import { QueryCache, QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { isError, quarry } from './api.ts'

export type Session = Schemas['Session']

const key = ['session']

export const client: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError(error) {
      // The session or its key has ended.
      if (isError(error) && error.status === 401) void client.invalidateQueries({ queryKey: key })
    },
  }),
  defaultOptions: { queries: { retry: false, staleTime: 5_000, refetchOnWindowFocus: false } },
})

export const useSession = () =>
  useQuery({
    queryKey: key,
    queryFn: async () => (await quarry.request('GET', '/session')).data,
    staleTime: 60_000,
    refetchOnWindowFocus: true,
  })

/** For views, which are only rendered with a session. */
export function useSignedIn(): Session {
  const { data } = useSession()
  if (!data) throw new Error('there is no session')
  return data
}

export function useSignIn() {
  const queries = useQueryClient()
  /** Drops the cached data of the previous session. */
  function startSession(session: Session) {
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== key[0] })
    queries.setQueryData(key, session)
  }
  return {
    async signIn(body: { secret: string } | { code: string }) {
      const { data } = await quarry.request('POST', '/session', { body })
      startSession(data)
    },
    async signOut(everywhere = false) {
      const { data } = await quarry.request('DELETE', '/session', { query: { everywhere } })
      startSession(data)
    },
  }
}

type ViewLink = { to: string; name: string }

const accountViews: ViewLink[] = [
  { to: '/', name: 'Overview' },
  { to: '/console/playground', name: 'Playground' },
  { to: '/console/calls', name: 'Calls' },
  { to: '/console/jobs', name: 'Jobs and batches' },
  { to: '/console/watches', name: 'Watches' },
  { to: '/console/keys', name: 'Keys' },
  { to: '/console/webhooks', name: 'Webhooks' },
]

const operatorViews: ViewLink[] = [
  { to: '/', name: 'Overview' },
  { to: '/console/accounts', name: 'Accounts' },
  { to: '/console/calls', name: 'All calls' },
  { to: '/console/providers', name: 'Providers' },
  { to: '/console/sources', name: 'Sources' },
  { to: '/console/jobs', name: 'Jobs and batches' },
  { to: '/console/changes', name: 'Changes' },
  { to: '/console/settings', name: 'Settings' },
]

/** The views of the navigation. */
export const listViews = ({ role }: Session): readonly ViewLink[] =>
  role === 'operator' ? operatorViews : accountViews
