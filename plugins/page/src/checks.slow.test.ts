// The generic checks of the kit, and pages made to keep a reader busy.
import { isFailure } from '@quarry/kit'
import { allowLargeDom } from '@quarry/kit/read/page-budget'
import { checkSource } from '@quarry/kit/testing'
import { hostilePages } from '@quarry/kit/testing/hostile-pages'
import { afterAll, beforeAll, expect, test } from 'vitest'
import source from './index.ts'

beforeAll(() => allowLargeDom())
afterAll(() => allowLargeDom(false))

test('the source passes the generic checks', () => checkSource(source))

const chars = 20_000
const maxCpuMs = 2000

test.each(['nothing', 'linkedData', 'item'] as const)('hostile pages end in time: %s', (surrounding) => {
  const endpoints = source.endpoints.filter(({ path }) => /article|product/.test(path))
  const slow: string[] = []
  for (const { name, build } of hostilePages(surrounding)) {
    const body = `<html><head><title>A page</title></head><body>${build(chars)}`
    for (const { path, providers } of endpoints) {
      const before = process.cpuUsage()
      try {
        providers[0]?.extract(
          { url: 'https://news.page.example/', status: 200, contentType: 'text/html', body },
          '',
        )
      } catch (thrown) {
        if (!isFailure(thrown)) throw new Error(`${path} throws for ${name}`, { cause: thrown })
      }
      const { user, system } = process.cpuUsage(before)
      const cpuMs = (user + system) / 1000
      if (cpuMs > maxCpuMs) slow.push(`${path} takes ${Math.round(cpuMs)} ms for ${name}`)
    }
  }
  expect(slow).toEqual([])
})
