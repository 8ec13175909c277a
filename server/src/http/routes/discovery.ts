// Files at well-known addresses that tell tools what is served here and whom to contact. Open to everyone.
import { Refusal } from '../../platform/errors.ts'
import type { PreparedBody } from '../../platform/route-data.ts'
import { route } from './route.ts'

export type DiscoveryDeps = {
  discovery: {
    llmsText: () => Promise<PreparedBody>
    apiCatalog: () => Promise<PreparedBody>
    /** Null without a contact. */
    securityText: () => Promise<PreparedBody> | null
  }
}

const shared = { tag: 'status', access: 'open', hasHead: true } as const
const headers = { 'cache-control': 'public, max-age=3600' }

const llmsText = route({
  ...shared,
  name: 'llms_txt',
  path: '/llms.txt',
  summary: 'Read a summary of the API for language models',
  description: 'Markdown in the form of llms.txt: every lookup with its price, and where the reference is.',
  reply: { description: 'The summary', also: { 'text/plain': '# Quarry' } },
  run: async (_input, { discovery }: DiscoveryDeps) => ({ prepared: await discovery.llmsText(), headers }),
})

const apiCatalog = route({
  ...shared,
  name: 'api_catalog',
  path: '/.well-known/api-catalog',
  summary: 'Read the API catalog',
  description:
    'A linkset as RFC 9727 defines it: the APIs of this server with their descriptions and status.',
  reply: {
    description: 'The catalog',
    headers: { link: 'The address of the catalog' },
    also: { 'application/linkset+json': '{"linkset":[]}' },
  },
  run: async (_input, { discovery }: DiscoveryDeps) => ({
    prepared: await discovery.apiCatalog(),
    headers: { ...headers, link: '</.well-known/api-catalog>; rel="api-catalog"' },
  }),
})

const securityText = route({
  ...shared,
  name: 'security_txt',
  path: '/.well-known/security.txt',
  summary: 'Read whom to contact about security problems',
  description: 'As RFC 9116 defines it. 404 if the operator configured no contact.',
  reply: { description: 'The contact', also: { 'text/plain': 'Contact: mailto:…' } },
  refusals: ['unknown_route'],
  async run(_input, { discovery }: DiscoveryDeps) {
    const prepared = await discovery.securityText()
    if (prepared === null) throw new Refusal('unknown_route')
    return { prepared, headers }
  },
})

export const discoveryRoutes = [llmsText, apiCatalog, securityText]
