// What of the sources a configuration can name: derived from the list, so that nothing is named twice.
import type { Source } from '@quarry/kit/source'
import type { UpstreamApi } from '@quarry/kit/upstream-api'

type Read = { api?: UpstreamApi; otherApis?: readonly UpstreamApi[] }

const interfacesOf = (providers: readonly Read[]): UpstreamApi[] =>
  providers.flatMap(({ api }) => (api ? [api] : []))

/** An interface with the names of those that some provider reads beside it. */
const withOthers = (one: UpstreamApi, providers: readonly Read[]) => ({
  ...one,
  also: [
    ...new Set(
      providers
        .filter(({ api }) => api === one)
        .flatMap(({ otherApis = [] }) => otherApis.map(({ name }) => name)),
    ),
  ],
})

function interfacesRead(providers: readonly Read[]) {
  const read = new Set([...interfacesOf(providers), ...providers.flatMap(({ otherApis = [] }) => otherApis)])
  return [...read].map((one) => withOthers(one, providers))
}

export const knownOf = (list: readonly Source[]) => ({
  sources: list.map(({ name, endpoints }) => ({
    name,
    endpoints: endpoints.map(({ path, providers }) => ({
      path,
      interfaces: interfacesOf(providers).map((one) => one.name),
    })),
  })),
  /** Every outside interface that some endpoint can ask. */
  interfaces: interfacesRead(
    list.flatMap(({ endpoints }) => endpoints.flatMap(({ providers }) => providers)),
  ),
})
