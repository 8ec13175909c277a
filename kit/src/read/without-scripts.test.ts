// Removing scripts, styles and comments from a page.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseDom } from './dom.ts'
import { allowLargeDom } from './page-budget.ts'
import { withoutScripts } from './without-scripts.ts'

test('leaves out scripts, styles and comments, and nothing else', () => {
  const html =
    '<p>a</p><script src="x">if (1 < 2) "</p>"</script ><style>p > a{}</style><b>b</b><!-- <script> --><i>c</i>'
  expect(withoutScripts(html)).toBe('<p>a</p><b>b</b><i>c</i>')
  expect(withoutScripts('<!--><p>a</p>')).toBe('<p>a</p>')
  expect(withoutScripts('<SCRIPT>x</SCRIPT><scripture>y</scripture>')).toBe('<scripture>y</scripture>')
})

test('keeps what follows an element that never ends', () => {
  for (const html of ['<p>a</p><script>x<p>b</p>', '<p>a</p><!-- x<p>b</p>', '<style><p>b</p>'])
    expect(withoutScripts(html)).toBe(html)
})

test('never changes what a reader sees of a page', () => {
  allowLargeDom()
  const piece = fc.constantFrom(
    '<p>one</p>',
    '<script>var a = "<p>no</p>"</script>',
    '<style>p{}</style>',
    '<!-- <p>no</p> -->',
    'two',
    '<script src=a></script>',
    '<div>',
    '</div>',
    '&lt;script>',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const html = pieces.join('\n')
      expect(parseDom(withoutScripts(html)).text()).toBe(parseDom(html).text())
    }),
  )
})

test('takes linear time over openings without an end', () => {
  const html = '<script>'.repeat(100_000)
  expect(withoutScripts(html)).toBe(html)
})
