// Profiles from a fake Wikidata: only current ones, and never an address outside its network.
import { toSite } from '@quarry/kit/testing/on-site'
import { expect, test } from 'vitest'
import { type FakeWikidata, fakeWikidata } from '../../testing/fake-wikidata.ts'
import { company } from '../index.ts'
import { socialWikidata } from './wikidata-social.ts'

const site = toSite(company)
const social = (domain: string, { get }: FakeWikidata = fakeWikidata('company')) =>
  socialWikidata.find({ domain }, { get, site })
const recordIn = <R>(outcome: { kind: string; record?: R }): R => {
  if (outcome.record === undefined) throw new Error(outcome.kind)
  return outcome.record
}

test('profiles are the current ones, each with the address that its network gives it', async () => {
  expect(await social('harborline.example')).toEqual({
    kind: 'found',
    record: {
      domain: 'harborline.example',
      profiles: [
        {
          network: 'linkedin',
          url: 'https://www.linkedin.com/company/harborline-instruments/',
          handle: 'harborline-instruments',
        },
        { network: 'facebook', url: 'https://www.facebook.com/harborline', handle: 'harborline' },
        { network: 'x', url: 'https://x.com/harborline_uk', handle: 'harborline_uk' },
        {
          network: 'instagram',
          url: 'https://www.instagram.com/harborline.tides/',
          handle: 'harborline.tides',
        },
        {
          network: 'youtube',
          url: 'https://www.youtube.com/channel/UCq0w1e2r3t4y5u6i7o8p9a0',
          handle: 'UCq0w1e2r3t4y5u6i7o8p9a0',
        },
        { network: 'tiktok', url: 'https://www.tiktok.com/@harborline', handle: 'harborline' },
        { network: 'github', url: 'https://github.com/harborline', handle: 'harborline' },
        { network: 'telegram', url: 'https://t.me/harborline_news', handle: 'harborline_news' },
        {
          network: 'mastodon',
          url: 'https://social.example/@harborline',
          handle: 'harborline@social.example',
        },
        {
          network: 'bluesky',
          url: 'https://bsky.app/profile/harborline.example',
          handle: 'harborline.example',
        },
      ],
    },
    form: 'wikidata',
    lists: [{ list: 'profiles', shown: 10, read: 10 }],
    source: 'https://www.wikidata.org/wiki/Q990900001',
  })
  expect(recordIn(await social('briana.example'))).toEqual({ domain: 'briana.example', profiles: [] })
})

test('an identifier never leads away from its network', async () => {
  const wikidata = fakeWikidata('company')
  const { claims = [] } = wikidata.items.get('Q990900001') ?? {}
  if (Array.isArray(claims)) throw new Error('no statements')
  const [facebook] = claims.P2013 ?? []
  const [mastodon] = claims.P4033 ?? []
  if (facebook?.mainsnak.datavalue) facebook.mainsnak.datavalue.value = '../../@evil.example/x'
  if (mastodon?.mainsnak.datavalue) mastodon.mainsnak.datavalue.value = 'no address'
  const outcome = await social('harborline.example', wikidata)
  const { profiles } = recordIn(outcome)
  expect(profiles.find(({ network }) => network === 'facebook')?.url).toBe(
    'https://www.facebook.com/..%2F..%2F%40evil.example%2Fx',
  )
  expect(outcome).toMatchObject({ lists: [{ list: 'profiles', shown: 10, read: 9 }] })
})

test.each(['harborline-works.example', 'orla.example', 'briana-sings.example', 'nobody.example'])(
  'no company is found under %s',
  async (domain) => {
    expect(await social(domain)).toEqual({ kind: 'not_found' })
  },
)
