// Pages of sandbox sites: embedded data, escaping, size and filler.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  escapeAngularJson,
  escapeHtml,
  renderJsonIsland,
  renderLinkedData,
  renderPage,
  renderParsedJson,
  renderWindowVariable,
} from './chrome.ts'

const hostile = fc
  .array(
    fc.constantFrom(
      '</script>',
      '<!--',
      '<script>',
      '"',
      "'",
      '\\',
      '&q;',
      '\u2028',
      '\u2029',
      '\n',
      'é',
      '𝕏',
      'a',
    ),
  )
  .map((pieces) => pieces.join(''))
const data = fc.record({ text: hostile, nested: fc.array(fc.record({ key: hostile })), json: fc.jsonValue() })

const readContent = (element: string): string => {
  const content = /^<script[^>]*>([\s\S]*)<\/script>$/.exec(element)?.[1] ?? ''
  expect(content).not.toMatch(/<\/?script|<!--|[\u2028\u2029]/i)
  return content
}

describe('islands', () => {
  test('can contain any data unchanged and never end their script early', () => {
    fc.assert(
      fc.property(data, (value) => {
        const plain = JSON.parse(JSON.stringify(value))
        expect(JSON.parse(readContent(renderJsonIsland('state', value)))).toEqual(plain)
        expect(JSON.parse(readContent(renderLinkedData(value)))).toEqual({
          '@context': 'https://schema.org',
          ...plain,
        })
        expect(
          JSON.parse(readContent(renderWindowVariable('STATE', value)).slice('window.STATE = '.length, -1)),
        ).toEqual(plain)
        const literal = readContent(renderParsedJson('STATE', value)).slice(
          'window["STATE"]=JSON.parse('.length,
          -2,
        )
        expect(JSON.parse(JSON.parse(literal))).toEqual(plain)
      }),
    )
  })

  test('write the older transfer-state escapes', () => {
    expect(escapeAngularJson({ a: `<b> & 'c'` })).toBe('{&q;a&q;:&q;&l;b&g; &a; &s;c&s;&q;}')
  })
})

describe('escapeHtml', () => {
  test('leaves nothing that could open a tag or end an attribute', () => {
    expect(escapeHtml(`<a href="x" title='y'>&amp;</a>`)).toBe(
      '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;&lt;/a&gt;',
    )
  })
})

describe('renderPage', () => {
  test('contains head and body once, and the escaped title', () => {
    const page = renderPage({
      title: 'A <b> & C',
      head: '<meta name="x">',
      body: '<p>the body</p>',
      lang: 'fr',
    })
    expect(page.split('<p>the body</p>')).toHaveLength(2)
    expect(page.split('<meta name="x">')).toHaveLength(2)
    expect(page).toContain('<title>A &lt;b&gt; &amp; C</title>')
    expect(page).toContain('<html lang="fr"')
  })

  test('has about the requested size, and is never smaller than its content', () => {
    for (const weightKb of [20, 64, 200, 400]) {
      const bytes = Buffer.byteLength(renderPage({ title: 't', body: 'b', weightKb, seed: 'weights' }))
      expect(bytes / 1024).toBeGreaterThan(weightKb * 0.97)
      expect(bytes / 1024).toBeLessThan(weightKb * 1.03 + 2)
    }
    expect(renderPage({ title: 't', body: 'x'.repeat(100_000), weightKb: 10 }).length).toBeGreaterThan(
      100_000,
    )
  })

  test('is the same page each time, and another site looks different', () => {
    const page = (seed: string) => renderPage({ title: 't', body: 'b', weightKb: 80, seed })
    expect(page('one')).toBe(page('one'))
    expect(page('one')).not.toBe(page('two'))
  })

  test('drops old filler, and makes the same again for the same seed', () => {
    const first = renderPage({ title: 't', body: 'b', seed: 'first' })
    for (let i = 0; i < 70; i++) renderPage({ title: 't', body: 'b', weightKb: 1, seed: `caller ${i}` })
    expect(renderPage({ title: 't', body: 'b', seed: 'first' })).toBe(first)
  })
})
