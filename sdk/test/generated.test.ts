// The files generated from the server's routes are current, and no lookup has the name of another member of the client.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describedRoutes, sdkFiles, sdkFolder } from '../../scripts/generate-sdk.ts'
import { postmanCollection, postmanFile } from '../../scripts/postman-collection.ts'
import { lookups } from '../src/generated/lookups.ts'
import { createScriptedClient } from './support/scripted-fetch.ts'

test('the generated files are those of the routes: npx tsx scripts/generate-sdk.ts', async () => {
  for (const [name, text] of Object.entries(await sdkFiles()))
    expect(readFileSync(new URL(name, sdkFolder), 'utf8') === text, `${name} is out of date`).toBe(true)
  const postman = readFileSync(postmanFile, 'utf8') === postmanCollection(describedRoutes())
  expect(postman, 'the Postman collection is out of date').toBe(true)
})

test('each lookup is a method named by its path, and no source has the name of another member', () => {
  const { quarry } = createScriptedClient([])
  const own = [
    'request',
    'list',
    'batch',
    'watches',
    'resumeJob',
    'resumeBatch',
    'getPrice',
    'events',
    'allEvents',
  ]
  const names = [...own, 'lookup', 'usage', 'jobs', 'keys', 'webhooks', 'withBudget', 'budget']
  const camelCase = (text: string) => text.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  const toSegments = (path: string) => path.replace('/v2/', '').split('/').map(camelCase)
  for (const { path } of lookups) {
    let place: unknown = quarry
    for (const segment of toSegments(path)) place = (place as Record<string, unknown>)[segment]
    expect([path, typeof place]).toEqual([path, 'function'])
    expect(names).not.toContain(toSegments(path)[0])
  }
  const first = new Set(lookups.map(({ path }) => toSegments(path)[0]))
  expect(new Set(Object.keys(quarry))).toEqual(new Set([...names, ...first]))
})
