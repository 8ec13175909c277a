// The bounds of a DOM tree where large pages are allowed: a larger page fails.
import { expect, test } from 'vitest'
import { Failure } from '../errors.ts'
import { parseDom } from './dom.ts'
import { allowLargeDom } from './page-budget.ts'

allowLargeDom()

test.each([
  ['nesting', '<div>'.repeat(2000)],
  ['attributes', `<div ${Array.from({ length: 2000 }, (_, i) => `a${i}=1`).join(' ')}>`],
])('a page with too much %s is refused as a failure of the page', (_, html) => {
  expect(() => parseDom(html)).toThrow(Failure)
})

test('a page at the depth limit is read to its end', () => {
  const deep = parseDom(`${'<div>'.repeat(512)}x`)
  expect(deep.text()).toBe('x')
  expect(deep.all('div div')).toHaveLength(511)
  expect(deep.html()).toContain('x</div>')
})
