// What of the sources a configuration can name: derived from the list, so that nothing is named twice.
import type { Interface } from '../contract/interface.ts'
import type { Source } from '../contract/source.ts'
import { sources } from './index.ts'

const interfacesOf = (providers: readonly { through?: Interface }[]): Interface[] =>
  providers.flatMap(({ through }) => (through ? [through] : []))

export const knownOf = (list: readonly Source[]) => ({
  sources: list.map(({ name, endpoints }) => ({
    name,
    endpoints: endpoints.map(({ path, providers }) => ({
      path,
      interfaces: interfacesOf(providers).map((one) => one.name),
    })),
  })),
  /** Every outside interface that some endpoint can ask. */
  interfaces: [
    ...new Set(
      list.flatMap(({ endpoints }) => endpoints.flatMap(({ providers }) => interfacesOf(providers))),
    ),
  ],
})

export const known = knownOf(sources)
