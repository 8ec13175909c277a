// The client: lookups as methods, other routes through `request`, and helpers built on both. Objects made by a client
// share its settings, prices and budget.
import { type Batch, createBatchCall, createBatchHandle } from './batch.ts'
import { type Budget, createBudget, createPrices } from './budget.ts'
import { UnknownRoute } from './errors.ts'
import { type AdminEvent, type EventOptions, follow, type QuarryEvent } from './events.ts'
import { createJobHandle, type Job } from './job.ts'
import type { LookUp, LookupInput, LookupPath, Lookups, RecordAt } from './lookup-types.ts'
import { createLookupMethods } from './lookups.ts'
import { readListItems } from './pages.ts'
import { type CallOptions, perform } from './request.ts'
import type { Result } from './result.ts'
import { createResources, type ReadList, type RequestRoute, type Resources } from './routes.ts'
import { type QuarryOptions, readOptions, type Settings } from './settings.ts'
import { createWatchMethods, type Watches } from './watches.ts'

export type Client = {
  request: RequestRoute
  /** Looks up a record by the path of its endpoint, even if the SDK has no method for it. */
  lookup: LookUp
  list: ReadList
  /**
   * Up to 100,000 inputs. Up to 1,000 are accepted together or not at all; more are sent as a file, and when the
   * credits are exhausted, the remaining items fail with the reason `credits_exhausted`.
   */
  batch: <P extends LookupPath>(
    endpoint: P,
    inputs: readonly LookupInput<P>[],
    options?: CallOptions & { webhook?: string },
  ) => Promise<Batch<LookupInput<P>, RecordAt<P>>>
  /** An existing batch by its id; the path of its lookup determines the types. */
  resumeJob: <P extends LookupPath>(id: string) => Job<RecordAt<P>>
  resumeBatch: <P extends LookupPath>(id: string) => Batch<LookupInput<P>, RecordAt<P>>
  /** Lookups that the server runs on a schedule. */
  watches: Watches
  /** The price of a lookup on this server. */
  getPrice: (endpoint: LookupPath) => Promise<number>
  /** The event stream of the account; reconnects by itself. */
  events: (options?: EventOptions) => AsyncGenerator<QuarryEvent, void, undefined>
  /** The event stream of all accounts, for the operator. */
  allEvents: (options?: EventOptions) => AsyncGenerator<AdminEvent, void, undefined>
  /** A client that spends at most this many credits, including everything made from it. */
  withBudget: (credits: number) => Quarry
  /** The budget of this client; null without one. */
  readonly budget: Budget | null
}

export type Quarry = Client & Resources & Lookups

export const Quarry = construct as unknown as new (options?: QuarryOptions) => Quarry

/** Callable with `new`: a constructor that returns an object yields that object. */
function construct(options: QuarryOptions = {}): Quarry {
  const settings = readOptions(options)
  const reading: Settings = { ...settings, budget: null, prices: { getPrice: async () => null } }
  const prices = createPrices(async () => {
    const { data } = await perform(reading, { method: 'GET', path: '/openapi.json' })
    return data as object
  })
  return createQuarry({ ...reading, prices })
}

type AnyRequestOptions = CallOptions & {
  path?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  as?: 'text'
}

function createQuarry(settings: Settings): Quarry {
  const client = {
    request: (method: string, path: string, requestOptions?: AnyRequestOptions) =>
      requestRoute(settings, method, path, requestOptions),
    lookup: (path: string, params: Record<string, unknown>, options?: CallOptions) =>
      lookUp(settings, path, params, options),
    batch: (
      endpoint: LookupPath,
      inputs: readonly unknown[],
      requestOptions?: CallOptions & { webhook?: string },
    ) => startBatch(settings, endpoint, inputs, requestOptions),
    getPrice: (endpoint: LookupPath) => getPrice(settings, endpoint),
    list: (path: string, query: Record<string, unknown> = {}, options: CallOptions = {}) =>
      readListItems(
        async (cursor) =>
          (await requestRoute(settings, 'GET', path, { ...options, query: { ...query, cursor } })).data,
      ),
    watches: createWatchMethods(settings),
    resumeJob: (id: string) => createJobHandle(settings, id),
    resumeBatch: (id: string) => createBatchHandle(settings, id),
    events: (options?: EventOptions) => follow<QuarryEvent>(settings, '/v2/events', options),
    allEvents: (options?: EventOptions) => follow<AdminEvent>(settings, '/admin/events', options),
    withBudget: (credits: number) =>
      createQuarry({ ...settings, budget: createBudget(credits, settings.budget) }),
    budget: settings.budget,
  }
  const resources = createResources(client as unknown as Client)
  // The types are derived from the paths of the generated list, which the compiler cannot connect with this object.
  return Object.assign(client, resources, createLookupMethods(settings)) as unknown as Quarry
}

async function requestRoute(
  settings: Settings,
  method: string,
  template: string,
  requestOptions: AnyRequestOptions = {},
): Promise<Result<unknown>> {
  const { path: values = {}, query, body, as, ...options } = requestOptions
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values[name])),
  )
  const { data, meta } = await perform(settings, { method, path, query, body, as }, options)
  return { data, meta }
}

/** The HTTP method comes from the server's OpenAPI document. */
async function lookUp(
  settings: Settings,
  path: string,
  params: Record<string, unknown>,
  options?: CallOptions,
) {
  const { prices } = settings
  const isGet = (await prices.getPrice('GET', path)) !== null
  if (!isGet && (await prices.getPrice('POST', path)) === null)
    throw new UnknownRoute('unknown_route', `the server has no ${path}`)
  return requestRoute(settings, isGet ? 'GET' : 'POST', path, {
    ...options,
    ...(isGet ? { query: params } : { body: params }),
  })
}

async function startBatch(
  settings: Settings,
  endpoint: LookupPath,
  inputs: readonly unknown[],
  requestOptions: CallOptions & { webhook?: string } = {},
) {
  const { webhook, ...options } = requestOptions
  const created = createBatchCall(settings, { endpoint, inputs, webhook }, options)
  const { data, reservation } = await perform(settings, created.call, created.options)
  return createBatchHandle(settings, (data as { batch_id: string }).batch_id, reservation)
}

async function getPrice({ prices }: Settings, endpoint: LookupPath): Promise<number> {
  const price = (await prices.getPrice('GET', endpoint)) ?? (await prices.getPrice('POST', endpoint))
  if (price === null) throw new UnknownRoute('unknown_route', `the server has no ${endpoint}`)
  return price
}
