// Plain text out of HTML held in strings.
import { describe, expect, test } from 'vitest'
import { collapseSpace, decodeEntities, plainText } from './clean-text.ts'

describe('plainText', () => {
  test.each([
    ['<p>Tom &amp; <b>Jer</b>ry<br>x</p><p>&nbsp;y&eacute;</p>', 'Tom & Jerry x yé'],
    ['a<script>no()</script>b<style>p{}</style><template>t</template>', 'ab'],
    ['a <!-- <b>no</b> --> b', 'a b'],
    ['1 < 2 &lt;3&gt;', '1 < 2 <3>'],
    ['no markup\n here', 'no markup here'],
    ['<b title="a>b">x</b>', 'x'],
  ])('reads %s', (html, text) => {
    expect(plainText(html)).toBe(text)
  })

  test('is null if no text is visible', () => {
    expect([plainText(''), plainText(' &nbsp; <br>'), plainText('<script>x</script>')]).toEqual([
      null,
      null,
      null,
    ])
  })
})

describe('decodeEntities', () => {
  test('decodes references and leaves markup', () => {
    expect(decodeEntities('&lt;b&gt; <i>&#39;&#x2019;&eacute;&amp;amp;</i>')).toBe("<b> <i>'’é&amp;</i>")
  })
})

describe('collapseSpace', () => {
  test('accepts every kind of white space', () => {
    expect(collapseSpace(' a\u00a0\u202f\n\tb\u200b c\ufeff ')).toBe('a b c')
  })
})
