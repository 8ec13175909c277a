// A company's social profiles as callers get them and ask for them, apart from the endpoint, so that readers need not
// know it.
import { list, named, nullable, object, type Static, text } from '@quarry/kit/schema'

const profile = object(
  {
    network: text('socialnet', {
      description:
        'The network by the name in its address, `socialnet`, or by its own where the address has none: `telegram`.',
    }),
    url: text('https://www.socialnet.example/company/fenmont', { format: 'uri' }),
    handle: nullable(
      text('fenmont', {
        description: 'The name of the company on the network. Null where the address has none.',
      }),
    ),
  },
  named('CompanySocialProfile'),
)

export const record = object({
  domain: text('fenmont.example', { description: 'Bare and in lower case, without `www.`.' }),
  profiles: list(profile),
})

export type SocialRecord = Static<typeof record>
export type SocialProfile = Static<typeof profile>

export type SocialQuery = { domain: string }
