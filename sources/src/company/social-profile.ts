// A profile from its address alone: which network it is on, and under which handle.
import { companyDomain } from '@quarry/kit/read/company-domain'
import { decodePercent } from '@quarry/kit/read/decode-percent'
import type { ListReader } from '@quarry/kit/read/list-reader'
import type { SocialProfile } from './social-record.ts'

/** Path segments that say what kind of page follows, and are no handle. */
const kinds = new Set(
  'company companies school showcase in user users u channel c pages groups people profile org'.split(' '),
)
/** Second-level labels under which a country's registry sells names: `acme.co.uk` is Acme's. */
const registryLabels = new Set('co com org net ac gov'.split(' '))

/** The profiles behind the links, each once; the company's own pages are none, and no link at all cannot be read. */
export function profilesAt(
  links: readonly (string | null)[],
  ownDomain: string,
  lists: ListReader,
): SocialProfile[] {
  const isOwn = (host: string | null) => host === ownDomain || host?.endsWith(`.${ownDomain}`)
  const others = links.map((link) => ({ link, host: hostOf(link) })).filter(({ host }) => !isOwn(host))
  const profiles = lists.main('profiles', others, ({ link, host }): SocialProfile | null =>
    link === null || host === null
      ? null
      : { network: networkOf(host), url: link, handle: handleIn(new URL(link)) },
  )
  return [...new Map(profiles.map((profile) => [profile.url, profile])).values()]
}

const hostOf = (link: string | null): string | null =>
  link !== null && /^https?:\/\//i.test(link) ? companyDomain(link) : null

/** The name in the host, whatever country or section stands before it. */
function networkOf(host: string): string {
  const labels = host.split('.')
  const before = labels.at(-2) ?? ''
  return registryLabels.has(before) && labels.length > 2 ? (labels.at(-3) ?? before) : before
}

function handleIn({ pathname }: URL): string | null {
  const segments = pathname.split('/').filter((segment) => segment !== '')
  const [first = '', second = ''] = segments
  const handle = kinds.has(first.toLowerCase()) ? second : first
  return decodePercent(handle).replace(/^@/, '') || null
}
