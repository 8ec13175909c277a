// The sandbox portal shows every form, and each has the expected outcome: a record, not found, or a failure.
import { isFailure } from '@quarry/kit/errors'
import { allowLargeDom } from '@quarry/kit/read/page-budget'
import { onSite } from '@quarry/kit/testing/on-site'
import { sandboxGet } from '@quarry/kit/testing/run-example'
import { beforeAll, expect, test } from 'vitest'
import { realestateFr } from '../index.ts'
import { property } from '../property.ts'
import { type Form, findListing } from './listings.ts'

const get = sandboxGet(realestateFr, new Date('2026-11-15T12:00:00Z'))

beforeAll(() => allowLargeDom())

const listings = Array.from({ length: 900 }, (_, index) => {
  const listing = findListing(200_000_017 + index * 7727)
  if (!listing) throw new Error(`no listing ${index}`)
  return listing
})

const endings: Record<Form, string> = {
  current: 'found',
  old: 'found',
  'linked-data': 'found',
  broken: 'found',
  'gone-status': 'not_found',
  'gone-redirect': 'not_found',
  'gone-state': 'not_found',
  'gone-old-state': 'not_found',
  'gone-words': 'not_found',
  programme: 'page_changed',
  'old-programme': 'page_changed',
}

const { find } = onSite(realestateFr, property)
const run = (url: string, more = {}) => find({ query: url, ...more }, get)

async function readOutcome(url: string): Promise<string> {
  try {
    return (await run(url)).kind
  } catch (thrown) {
    return isFailure(thrown) ? thrown.reason : String(thrown)
  }
}

test('each form exists and has the expected outcome', async () => {
  const seen = new Map<Form, Set<string>>()
  for (const listing of listings) {
    const ends = seen.get(listing.form) ?? new Set()
    seen.set(listing.form, ends.add(await readOutcome(`https://www.realestate-fr.example${listing.path}`)))
  }
  expect(Object.fromEntries([...seen].map(([form, ends]) => [form, [...ends]]))).toEqual(
    Object.fromEntries(Object.entries(endings).map(([form, end]) => [form, [end]])),
  )
})

test('every form with a record has the same id, agency name and number of photos', async () => {
  for (const listing of listings.slice(0, 120).filter(({ form }) => endings[form] === 'found')) {
    const outcome = await run(`https://www.realestate-fr.example${listing.path}`)
    expect(outcome).toMatchObject({
      kind: 'found',
      record: {
        agency: { name: listing.agency.name, phone_number: listing.agency.phone },
        listing: {
          url: { value: `https://www.realestate-fr.example${listing.path}` },
          listing_detail: { id: listing.id },
        },
      },
    })
    const { record } = outcome as {
      record: { listing: { listing_detail: { media: { photos: unknown[] } } } }
    }
    expect(record.listing.listing_detail.media.photos).toHaveLength(listing.photos.length)
  }
})

test('the id alone finds a listing, and an unknown one is not found', async () => {
  const outcome = await run('https://www.realestate-fr.example/annonces/200146830.htm')
  expect(outcome).toMatchObject({ kind: 'found', record: { listing: { listing_detail: { id: 200146830 } } } })
  expect(await readOutcome('https://www.realestate-fr.example/annonces/achat/maison/x/200000018.htm')).toBe(
    'not_found',
  )
})

test('the source is the whole page', async () => {
  const outcome = await run('https://www.realestate-fr.example/annonces/200146830.htm', {
    return_page_source: true,
  })
  expect(outcome).toMatchObject({
    kind: 'page_source',
    html: expect.stringMatching(/^<!DOCTYPE html>[\s\S]*<\/html>\s*$/),
  })
})
