// Which addresses a robots.txt allows, also one that is made to be slow to read.
import { describe, expect, test } from 'vitest'
import { readRobots } from './robots.ts'

const origin = 'https://www.shop.example'
const allows = (text: string | null, path: string) => readRobots(origin, text)(new URL(path, origin))

describe('readRobots', () => {
  test.each<[string, string | null, string, boolean]>([
    ['no file', null, '/a', true],
    ['an empty file', '', '/a', true],
    ['a page in place of a file', '<html><p>Not found: sorry</p></html>', '/a', true],
    ['a rule for everyone', 'User-agent: *\nDisallow: /a', '/a/b', false],
    ['a rule for others', 'User-agent: other\nDisallow: /', '/a', true],
    [
      'a rule for us over one for everyone',
      'User-agent: *\nDisallow: /\n\nUser-agent: Quarry\nDisallow: /b',
      '/a',
      true,
    ],
    ['a rule for us with a version', 'User-agent: quarry/2.0\nDisallow: /b', '/b', false],
    ['a group of several agents', 'User-agent: other\nUser-agent: quarry # us\nDisallow: /b', '/b', false],
    [
      'two groups for us',
      'User-agent: quarry\nDisallow: /a\nUser-agent: x\nDisallow: /\nUser-agent: quarry\nDisallow: /b',
      '/b',
      false,
    ],
    ['an empty group for us', 'User-agent: *\nDisallow: /\nUser-agent: quarry\nDisallow:', '/a', true],
    ['the longer rule', 'User-agent: *\nDisallow: /a\nAllow: /a/open', '/a/open/1', true],
    ['wildcards and ends', 'User-agent: *\nDisallow: /*.pdf$', '/x/y.pdf', false],
    ['wildcards and ends that do not match', 'User-agent: *\nDisallow: /*.pdf$', '/x/y.pdf?z', true],
    ['queries', 'User-agent: *\nDisallow: /*?sort=', '/list?sort=up', false],
    ['line ends and letter case of all kinds', '\ufeffx\rUSER-AGENT:*\r\nDISALLOW:/a', '/a', false],
    ['rules before any agent', 'Disallow: /', '/a', true],
  ])('%s', (_what, text, path, allowed) => {
    expect(allows(text, path)).toBe(allowed)
  })

  test('a file of many agents and many rules is read without copying each to each', () => {
    const text = `${'User-agent: a\n'.repeat(15_000)}${'Disallow: /x\n'.repeat(15_000)}`
    const names = Array.from({ length: 15_000 }, (_, n) => `User-agent: a${n}\n`).join('')
    expect(allows(text, '/x')).toBe(true)
    expect(allows(`${names}User-agent: *\n${'Disallow: /x\n'.repeat(10_000)}`, '/x')).toBe(false)
  })

  test('an address is refused if the rules take too long to match', () => {
    const text = `User-agent: *\n${`Allow: /${'*a'.repeat(200)}\n`.repeat(1_000)}`
    expect(allows(text, `/${'a'.repeat(2_000)}`)).toBe(false)
  })
})
