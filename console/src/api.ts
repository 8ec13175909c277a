// The SDK client of the console. It uses the session cookie instead of a key; the server accepts the cookie only with
// the header `x-quarry-console`.
import { Quarry, type QuarryError } from '@quarry/sdk'

const asConsole: typeof fetch = (input, init = {}) => {
  const headers = new Headers(init.headers)
  headers.set('x-quarry-console', '1')
  return fetch(input, { ...init, headers, credentials: 'same-origin' })
}

export const quarry = new Quarry({ baseUrl: location.origin, fetch: asConsole, maxRetries: 1 })

/** A client that passes each raw response to `onResponse`. */
export const watchedQuarry = (onResponse: (response: Response) => void) =>
  new Quarry({
    baseUrl: location.origin,
    maxRetries: 0,
    async fetch(input, init) {
      const response = await asConsole(input, init)
      onResponse(response)
      return response
    },
  })

export const isError = (error: unknown): error is QuarryError =>
  error instanceof Error && 'reason' in error && 'requestId' in error

/** The untyped request function, for routes known only at run time. */
export type AnyRequest = (
  method: string,
  path: string,
  params: { query?: object; body?: unknown; path?: object; signal?: AbortSignal },
) => Promise<{ data: unknown }>
