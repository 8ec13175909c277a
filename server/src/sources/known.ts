// What of the sources a configuration can name: derived from the list, so that nothing is named twice.
import type { Interface } from '../contract/interface.ts'
import { sources } from './index.ts'

const interfacesOf = (providers: readonly { through?: Interface }[]): Interface[] =>
  providers.flatMap(({ through }) => (through ? [through] : []))

/** Every outside interface that some endpoint can ask. */
export const interfaces: readonly Interface[] = [
  ...new Set(sources.flatMap(({ endpoints }) => endpoints.flatMap(({ providers }) => interfacesOf(providers)))),
]

export const known = {
  sources: sources.map(({ name, endpoints }) => ({
    name,
    endpoints: endpoints.map(({ path, providers }) => ({
      path,
      interfaces: interfacesOf(providers).map((one) => one.name),
    })),
  })),
  interfaces,
}
