// A reading thread finds every source of the list by its name, and loads that one alone.
import { expect, test } from 'vitest'
import { sources } from './index.ts'
import { loadSource } from './load-source.ts'

test.each(sources.map((source) => [source.name, source] as const))(
  '%s is found in its folder',
  async (name, source) => {
    expect(await loadSource(name)).toBe(source)
  },
)

test('a folder that holds no source of its name is said', async () => {
  await expect(loadSource('ticketing/sandbox/..')).rejects.toThrow('exports no source of that name')
})
