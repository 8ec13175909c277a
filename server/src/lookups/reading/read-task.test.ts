// A reading thread loads every source from the module that the source names.
import { sources } from '@quarry/sources'
import { expect, test } from 'vitest'
import { loadSource } from './read-task.ts'

test.each(sources.map((source) => [source.name, source] as const))(
  '%s is exported by the module that it names',
  async (name, source) => {
    expect(await loadSource({ name, module: source.module })).toBe(source)
  },
)

test('a module without the source is reported', async () => {
  const module = sources[0]?.module ?? ''
  await expect(loadSource({ name: 'lanterns', module })).rejects.toThrow('exports no source named lanterns')
})
