// What of the sources a configuration can name: derived from the list, so that nothing is named twice.
import type { Interface } from '../contract/interface.ts'
import type { Source } from '../contract/source.ts'
import { sources } from './index.ts'

type Read = { through?: Interface; also?: readonly Interface[] }

const interfacesOf = (providers: readonly Read[]): Interface[] =>
  providers.flatMap(({ through }) => (through ? [through] : []))

/** An interface with the names of those that some provider reads beside it. */
const withOthers = (one: Interface, providers: readonly Read[]) => ({
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

export const known = knownOf(sources)
