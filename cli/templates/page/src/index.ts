// The plugin: a source with one endpoint.
import { defineSource } from '@quarry/kit'
import { lookup } from './lookup.js'

export default defineSource({
  name: 'my_source',
  title: 'My source',
  // A reading thread loads the source from this file.
  module: import.meta.url,
  // The sandbox site is served for this address. sources.my_source.site of the config file names the live site.
  site: 'https://www.my-source.example',
  endpoints: [lookup],
  sandbox: async () => (await import('./sandbox.js')).sandbox,
})
