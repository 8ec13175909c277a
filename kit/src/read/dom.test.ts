// Queries on the DOM of a page.
import { describe, expect, test } from 'vitest'
import { parseDom } from './dom.ts'
import { DomTooLarge } from './page-budget.ts'

const page = parseDom(`<html><body><!-- note -->
  <main id="m"><h1>Caf&eacute;&nbsp;<b>A</b>B</h1>
    <ul class="list"><li>one<li>two<br>lines<li><ul><li>inner</ul></ul>
    <a href=" /x?a=1&amp;b=2 " title="">link</a><p>text<script>hidden()</script><style>p{}</style></p><p></p>
  </main></body></html>`)

describe('parseDom', () => {
  test('reads text on one line, as it is seen', () => {
    expect(page.text('h1')).toBe('Café AB')
    expect(page.all('.list > li').map((item) => item.text())).toEqual(['one', 'two lines', 'inner'])
    expect(page.one('main')?.text()).toBe('Café AB one two lines inner link text')
    expect(page.text('main p:last-child')).toBeNull()
    expect(page.text('.missing')).toBeNull()
  })

  test('reads attributes trimmed and decoded, own ones only', () => {
    expect(page.attr('href', 'a')).toBe('/x?a=1&b=2')
    expect(page.attr('title', 'a')).toBeNull()
    expect(page.one('a')?.has('title')).toBe(true)
    expect(page.attr('constructor', 'a')).toBeNull()
    expect(page.attr('href', '.missing')).toBeNull()
  })

  test('selects below an element, also relative to it', () => {
    const list = page.one('.list')
    expect(list?.all('li')).toHaveLength(4)
    expect(list?.all('> li')).toHaveLength(3)
    expect(list?.all(':scope > li')).toHaveLength(3)
    expect(list?.one('h1')).toBeNull()
    expect(list?.all('#m li')).toHaveLength(4)
  })

  test('walks to children, parent, next and closest, and returns equal objects for one element', () => {
    const list = page.one('.list')
    expect(list?.children().map((child) => child.tag)).toEqual(['li', 'li', 'li'])
    expect(list?.next()?.tag).toBe('a')
    expect(page.one('b')?.parent()).toBe(page.one('h1'))
    expect(page.one('b')?.closest('main')).toBe(page.one('#m'))
    expect(page.one('b')?.closest('ul')).toBeNull()
    expect(page.one('html')?.parent()).toBeNull()
  })

  test('returns the markup inside an element', () => {
    expect(parseDom('<p>a &lt; <i title="&quot;q&quot;">é</i><br></p>').one('p')?.html()).toBe(
      'a &lt; <i title="&quot;q&quot;">é</i><br>',
    )
  })

  test('leaves pages above 64 kB to a thread where they are allowed', () => {
    expect(() => parseDom({ body: 'x'.repeat(64 * 1024 + 1) })).toThrow(DomTooLarge)
    expect(parseDom({ body: 'x'.repeat(64 * 1024) }).text()).toHaveLength(64 * 1024)
  })
})
