// Builds the server from its nine modules, for the start command and for tests.
import { createAccounts } from '../accounts/accounts.ts'
import { createCalls } from '../calls/calls.ts'
import { createFetching } from '../fetching/fetching.ts'
import { createHttp } from '../http/http.ts'
import { createLedger } from '../ledger/ledger.ts'
import { createLookups } from '../lookups/lookups.ts'
import type { LoadedSource } from '../lookups/sources/configure-endpoints.ts'
import { createOperate } from '../operate/operate.ts'
import { createPlatform, type PlatformOptions } from '../platform/platform.ts'

export type AppOptions = PlatformOptions & { sources: readonly LoadedSource[]; adminToken: string }

export type App = Awaited<ReturnType<typeof createApp>>

export async function createApp({ sources, adminToken, ...options }: AppOptions) {
  const platform = await createPlatform(options)
  const fetching = createFetching({ platform })
  const ledger = await createLedger({ platform })
  const lookups = await createLookups({ platform, fetching, sources })
  const accounts = createAccounts({ platform, adminToken })
  const operate = createOperate({ platform, fetching })
  const calls = createCalls({ platform, fetching, ledger, lookups, accounts })
  const http = await createHttp({ platform, ledger, lookups, accounts, operate, calls })
  for (const module of [fetching, ledger, lookups, accounts, operate, calls]) await module.start()
  return {
    server: http.server,
    routes: http.routes,
    drain: http.drain,
    /** Requests in flight finish first; then the modules close, in reverse order of creation. */
    async close(): Promise<void> {
      await calls.stopWaiting()
      for (const module of [http, calls, operate, accounts, lookups, ledger, fetching, platform])
        await module.close()
    },
  }
}
