// Who is signed in, asked once and kept by the query client; every refusal for the session leads back to the form.
import type { Schemas } from '@quarry/sdk'
import { QueryCache, QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { isError, quarry } from './api.ts'

export type Session = Schemas['Session']

const key = ['session']

export const client: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError(error) {
      // The session has ended, or its key has: what is shown now is for nobody.
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

/** For views, which exist only where somebody is signed in. */
export function useSignedIn(): Session {
  const { data } = useSession()
  if (!data) throw new Error('nobody is signed in')
  return data
}

export function useSignIn() {
  const queries = useQueryClient()
  /** What was asked as somebody else is forgotten. */
  function become(session: Session) {
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== key[0] })
    queries.setQueryData(key, session)
  }
  return {
    async signIn(given: { secret: string } | { code: string }) {
      const { data } = await quarry.request('POST', '/session', { body: given })
      become(data)
    },
    async signOut(everywhere = false) {
      const { data } = await quarry.request('DELETE', '/session', { query: { everywhere } })
      become(data)
    },
  }
}
