// A fetch with scripted responses that records its requests.
import { vi } from 'vitest'
import { Quarry, type QuarryOptions } from '../../src/index.ts'

export type Step = Response | Error | 'hang' | (() => Response)

export type ScriptedRequest = {
  method: string
  path: string
  headers: Headers
  body: string | null
  redirect: string
  atMs: number
}

export const respond = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), {
    status,
    headers: { 'x-request-id': 'r-1', 'content-type': 'application/json; charset=utf-8', ...headers },
  })

export const refusal = (status: number, reason: string, headers: Record<string, string> = {}): Response =>
  respond(
    status,
    { error: `because ${reason}` },
    { 'x-error-reason': reason, 'x-credits-used': '0', ...headers },
  )

export const lostConnection = (): Error =>
  new TypeError('fetch failed', { cause: new Error('socket hang up') })

/** The last step is repeated for all further requests. */
export function createScriptedClient(steps: readonly Step[], options: QuarryOptions = {}) {
  const requests: ScriptedRequest[] = []
  const startedAt = performance.now()
  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    const body = init.body === undefined ? null : String(init.body)
    const atMs = performance.now() - startedAt
    const { method, headers, redirect } = request
    requests.push({ method, path: pathname + search, headers, body, redirect, atMs })
    const step = steps[Math.min(requests.length, steps.length) - 1]
    if (step === 'hang') return hang(init.signal ?? undefined)
    if (step instanceof Error) throw step
    if (step === undefined) throw new Error('nothing was written down')
    return typeof step === 'function' ? step() : step.clone()
  }
  return {
    quarry: new Quarry({ key: 'qry_test', baseUrl: 'http://quarry.test', fetch, ...options }),
    requests,
  }
}

const hang = (signal: AbortSignal | undefined): Promise<Response> =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))

/** The outcome of a promise on a fake clock that advances at full speed. */
export async function settle<T>(promise: Promise<T>): Promise<T | Error> {
  const settled = promise.catch((error: unknown) => error as Error)
  await vi.runAllTimersAsync()
  return settled
}
