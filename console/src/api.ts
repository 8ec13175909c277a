// The one way to the server: the SDK, with the session instead of a key. The header tells the server that it is the
// console that asks; without it the cookie counts for nothing.
import { Quarry, type QuarryError } from '@quarry/sdk'

export const asConsole: typeof fetch = (input, init = {}) => {
  const headers = new Headers(init.headers)
  headers.set('x-quarry-console', '1')
  return fetch(input, { ...init, headers, credentials: 'same-origin' })
}

export const quarry = new Quarry({ baseUrl: location.origin, fetch: asConsole, maxRetries: 1 })

/** A client whose answers are also seen as they came. */
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

/** Any route by its text, for what is only known at run time: the forms of the playground. */
export type AnyRequest = (
  method: string,
  path: string,
  given: { query?: object; body?: unknown; path?: object; signal?: AbortSignal },
) => Promise<{ data: unknown }>
