// What of the sources a configuration can name: derived from the list, so that nothing is named twice.
import type { Source } from '@quarry/kit/source'
import type { UpstreamApi } from '@quarry/kit/upstream-api'

type Read = { through?: UpstreamApi; also?: readonly UpstreamApi[] }

const interfacesOf = (providers: readonly Read[]): UpstreamApi[] =>
  providers.flatMap(({ through }) => (through ? [through] : []))

/** An interface with the names of those that some provider reads beside it. */
const withOthers = (one: UpstreamApi, providers: readonly Read[]) => ({
  ...one,
  also: [
    ...new Set(
      providers
        .filter(({ through }) => through === one)
        .flatMap(({ also = [] }) => also.map(({ name }) => name)),
    ),
  ],
})

function interfacesRead(providers: readonly Read[]) {
  const read = new Set([...interfacesOf(providers), ...providers.flatMap(({ also = [] }) => also)])
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
