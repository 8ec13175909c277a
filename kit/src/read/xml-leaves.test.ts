// The leaves of small XML documents, also of incomplete ones.
import { expect, test } from 'vitest'
import { xmlLeaves } from './xml-leaves.ts'

const read = (xml: string) => xmlLeaves(xml).leaves.map(({ path, raw }) => `${path}=${raw}`)

test('each innermost element has its path and its text as written', () => {
  const xml = `
<?xml version="1.0" encoding="UTF-8"?>
<!-- <order><item>no</item></order> -->
<order xmlns="http://a.example/order" xmlns:com="http://a.example/common">
  <item id="1"><name>Nuts &amp; bolts</name><com:price>1.20</com:price></item>
  <item><name> Washers </name><note/><empty></empty></item>
  <remark>one <!-- two --> three</remark>
</order>
<after>no</after>`
  expect(xmlLeaves(xml).isWhole).toBe(true)
  expect(read(xml)).toEqual([
    'order/item/name=Nuts &amp; bolts',
    'order/item/price=1.20',
    'order/item/name= Washers ',
    'order/item/note=',
    'order/item/empty=',
    'order/remark=one  three',
  ])
})

test.each([
  ['cut off in a text', '<a><b>1</b><c>2'],
  ['cut off in a tag', '<a><b>1</b><c'],
  ['cut off behind a leaf', '<a><b>1</b>'],
  ['closed by another name', '<a><b>1</b><c>2</d></a>'],
  ['in a comment without an end', '<a><b>1</b><!-- </a>'],
  ['in a section that is not read', '<a><b>1</b><c><![CDATA[2]]></c></a>'],
])('a document %s is incomplete, and its leaves before that are returned', (_, xml) => {
  expect(xmlLeaves(xml).isWhole).toBe(false)
  expect(read(xml)).toEqual(['a/b=1'])
})

test.each(['', 'plain text', '<!DOCTYPE a [<!ENTITY b "c">]><a><b>&b;</b></a>', '<', '<>', '</a>', '<!'])(
  '%j has no leaves',
  (xml) => {
    expect(xmlLeaves(xml)).toEqual({ leaves: [], isWhole: false })
  },
)

test('depth is bounded', () => {
  expect(xmlLeaves(`${'<a>'.repeat(60)}x${'</a>'.repeat(60)}`)).toEqual({ leaves: [], isWhole: false })
  expect(xmlLeaves(`${'<a>'.repeat(50)}x${'</a>'.repeat(50)}`).isWhole).toBe(true)
})
