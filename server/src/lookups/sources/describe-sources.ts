// Lists the names that a configuration may use: sources, endpoints and upstream APIs. Derived from the sources, so that
// no name is written twice.
import type { Source } from '@quarry/kit/source'
import type { UpstreamApi } from '@quarry/kit/upstream-api'

type ProviderApis = { api?: UpstreamApi; otherApis?: readonly UpstreamApi[] }

export const describeSources = (sources: readonly Source[]) => ({
  sources: sources.map(({ name, endpoints, sandbox, hosts }) => ({
    name,
    ...(hosts ? { takesHosts: true } : {}),
    endpoints: endpoints.map(({ path, providers }) => {
      const hasSite = providers.some((provider) => provider.name === 'site')
      return {
        path,
        apis: providers.flatMap(({ api }) => api?.name ?? []),
        partial: providers.flatMap(({ api, hasOnlySome }) => (hasOnlySome && api?.name) || []),
        ...(hasSite ? {} : { lacksSite: true as const }),
        ...(hasSite && sandbox ? {} : { lacksSandbox: true as const }),
      }
    }),
  })),
  /** Every upstream API that some endpoint can call. */
  apis: listApis(sources),
})

export function listApis(sources: readonly Source[]) {
  const providers: ProviderApis[] = sources.flatMap(({ endpoints }) =>
    endpoints.flatMap((endpoint) => endpoint.providers),
  )
  const main = providers.flatMap(({ api }) => api ?? [])
  const apis = new Set([...main, ...providers.flatMap(({ otherApis = [] }) => otherApis)])
  return [...apis].map((api) => ({ ...api, companions: listCompanions(api, providers) }))
}

/** The names of the APIs that some provider reads together with this one. */
const listCompanions = (api: UpstreamApi, providers: readonly ProviderApis[]): string[] => {
  const readers = providers.filter((provider) => provider.api === api)
  return [...new Set(readers.flatMap(({ otherApis = [] }) => otherApis.map(({ name }) => name)))]
}
