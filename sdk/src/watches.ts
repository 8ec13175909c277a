// Watches: lookups that the server runs on a schedule, with the history of their changes.
import type { Operation, ResponseData, RouteQuery, Schemas } from './operation-types.ts'
import { type CallOptions, perform } from './request.ts'
import type { Result } from './result.ts'
import type { Settings } from './settings.ts'

export type Watch = Schemas['Watch']
export type WatchEvent = Schemas['WatchEvent']
export type NewWatch = Schemas['NewWatch']

export type Watches = {
  create: (watch: NewWatch, options?: CallOptions) => Promise<Result<Watch>>
  get: (id: string, options?: CallOptions) => Promise<Result<Watch>>
  /** Newest first; `quarry.list('/v2/watches')` reads all of them. */
  list: (
    query?: RouteQuery<Operation<'GET', '/v2/watches'>>,
    options?: CallOptions,
  ) => Promise<Result<ResponseData<Operation<'GET', '/v2/watches'>>>>
  pause: (id: string, options?: CallOptions) => Promise<Result<Watch>>
  resume: (id: string, options?: CallOptions) => Promise<Result<Watch>>
  /** Deletes the watch and its history. */
  delete: (id: string, options?: CallOptions) => Promise<Result<Watch>>
  /** Yields changes, missed runs and pauses, oldest first. Pages are fetched while reading. */
  history: (id: string, options?: CallOptions) => AsyncGenerator<WatchEvent, void, undefined>
}

export function createWatchMethods(settings: Settings): Watches {
  const buildPath = (id: string) => `/v2/watches/${encodeURIComponent(id)}`

  async function request<T>(
    call: Parameters<typeof perform>[1],
    options: CallOptions | undefined,
  ): Promise<Result<T>> {
    const { data, meta } = await perform(settings, call, options)
    return { data: data as T, meta }
  }
  const change = (status: 'active' | 'paused') => (id: string, options?: CallOptions) =>
    request<Watch>({ method: 'PATCH', path: buildPath(id), body: { status } }, options)

  const page = (id: string, from: number, options: CallOptions | undefined) =>
    request<Schemas['WatchHistory']>(
      { method: 'GET', path: `${buildPath(id)}/history`, query: { from } },
      options,
    )

  async function* history(id: string, options?: CallOptions) {
    for (let from: number | null = 1; from !== null; ) {
      const { events, next_from: next }: Schemas['WatchHistory'] = (await page(id, from, options)).data
      yield* events
      from = next
    }
  }

  return {
    create: (body, options) => request({ method: 'POST', path: '/v2/watches', body }, options),
    get: (id, options) => request({ method: 'GET', path: buildPath(id) }, options),
    list: (query, options) => request({ method: 'GET', path: '/v2/watches', query }, options),
    pause: change('paused'),
    resume: change('active'),
    delete: (id, options) => request({ method: 'DELETE', path: buildPath(id) }, options),
    history,
  }
}
