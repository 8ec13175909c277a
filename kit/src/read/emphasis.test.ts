// The emphasised words of a snippet.
import { expect, test } from 'vitest'
import { parseDom } from './dom.ts'
import { emphasised } from './emphasis.ts'

test('gives each emphasised text once, in page order', () => {
  const snippet = parseDom(
    '<p>a <em>solar  panel</em> and <b>wind</b>, <strong>solar panel</strong>, <em><b>heat</b> pump</em>, <i>no</i><em> </em></p>',
  )
  expect(emphasised(snippet)).toEqual(['solar panel', 'wind', 'heat pump'])
  expect(emphasised(null)).toEqual([])
})
