// `isUrl` agrees with the URL parser, and no source file calls `URL.canParse`.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { isUrl } from './is-url.ts'

test('a text is a URL exactly if it can be parsed, also after many calls', () => {
  const latin1Host = `http://${Buffer.from('①②⑦.⓪.⓪.①').toString('latin1')}:12345/`
  for (let n = 0; n < 200_000; n += 1)
    if (!isUrl(`https://a.example/${n}`, 'https://b.example/')) throw new Error('a good URL was refused')
  for (const text of [latin1Host, 'nonsense', 'http://[', ''])
    expect([text, isUrl(text)]).toEqual([text, false])
  expect(isUrl(latin1Host, 'https://b.example/')).toBe(false)
  expect(isUrl('/path', 'https://b.example/')).toBe(true)
})

test('no source file calls URL.canParse', () => {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const files = ['kit/src/', 'sources/src/', 'server/src/'].flatMap((folder) =>
    readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.test)\.ts$/.test(name))
      .map((name) => folder + name),
  )
  expect(files.length).toBeGreaterThan(500)
  const callers = files.filter((name) => readFileSync(root + name, 'utf8').includes('URL.canParse('))
  expect(callers).toEqual([])
})
