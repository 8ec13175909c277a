// Suggestions from a fake Wikidata: companies by the beginning of a name or a domain, ten at most.
import { toSite } from '@quarry/kit/testing/on-site'
import { expect, test } from 'vitest'
import { type Claim, type Entity, type FakeWikidata, fakeWikidata } from '../../testing/fake-wikidata.ts'
import { company } from '../index.ts'
import { suggestWikidata } from './wikidata-suggest.ts'

const site = toSite(company)
const suggest = (beginning: string, { get }: FakeWikidata = fakeWikidata('company')) =>
  suggestWikidata.find({ beginning }, { get, site })
const recordIn = <R>(outcome: { kind: string; record?: R }): R => {
  if (outcome.record === undefined) throw new Error(outcome.kind)
  return outcome.record
}

test('suggestions are companies with a website, each domain once', async () => {
  expect(await suggest('harbor')).toEqual({
    kind: 'found',
    record: [
      {
        name: 'Harborline Instruments',
        domain: 'harborline.example',
        logo_url: 'https://commons.wikimedia.org/wiki/Special:FilePath/Harborline_logo_2019.svg',
      },
    ],
    form: 'wikidata',
    lists: [{ list: 'suggestions', shown: 2, read: 2 }],
    source: 'https://www.wikidata.org/w/index.php?search=harbor&ns0=1',
  })
  expect(recordIn(await suggest('o')).map(({ domain }) => domain)).toEqual([
    'oldmill.example',
    'old-mill.example',
  ])
  for (const beginning of ['orla', 'nettle', 'tiny', 'zzzz', 'q990900001'])
    expect(await suggest(beginning), beginning).toEqual({ kind: 'not_found' })
})

test.each(['harborline.ex', 'www.harborline.', 'harborline.example'])(
  'the beginning of a domain, %s, suggests its owner',
  async (beginning) => {
    expect(recordIn(await suggest(beginning)).map(({ domain }) => domain)).toEqual(['harborline.example'])
  },
)

test.each([0, 1, 9, 10, 11, 99, 100, 101, 1000])(
  'of %i companies ten at most are suggested',
  async (count) => {
    const wikidata = fakeWikidata('company')
    wikidata.items.clear()
    const claims = (at: number): Entity['claims'] => ({
      P31: [createClaim({ id: 'Q4830453' })],
      P856: [createClaim(`https://kelp-${at}.example/`)],
    })
    for (let at = 0; at < count; at += 1)
      wikidata.items.set(`Q${at + 1}`, {
        id: `Q${at + 1}`,
        labels: { en: { value: `Kelp ${at}` } },
        aliases: {},
        claims: claims(at),
        sitelinks: {},
      })
    const outcome = await suggest('kelp', wikidata)
    expect(outcome.kind).toBe(count === 0 ? 'not_found' : 'found')
    const domains = count === 0 ? [] : recordIn(outcome).map(({ domain }) => domain)
    expect(domains).toEqual(Array.from({ length: Math.min(10, count) }, (_, at) => `kelp-${at}.example`))
  },
)

const createClaim = (value: unknown): Claim => ({
  mainsnak: { snaktype: 'value', datavalue: { value } },
  rank: 'normal',
})
