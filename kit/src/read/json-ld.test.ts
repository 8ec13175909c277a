// Reading JSON-LD, and filtering its nodes by schema.org type.
import { describe, expect, test } from 'vitest'
import { filterByType, jsonLd, readTypes } from './json-ld.ts'

const block = (json: string) => `<script type="application/ld+json">${json}</script>`

describe('jsonLd', () => {
  test('flattens blocks, arrays and graphs in page order', () => {
    const html = [
      block('{"@type":"A"}'),
      block('[{"@type":"B"},[{"@type":"C"}]]'),
      block(
        '{"@context":"https://schema.org","@graph":[{"@type":"D"},{"@graph":[{"@type":"E"}],"@type":"F"}]}',
      ),
    ].join('<p>')
    expect(jsonLd(html).flatMap(readTypes)).toEqual(['A', 'B', 'C', 'D', 'F', 'E'])
  })

  test.each([
    ['line comments', '{"a":"http://x.example", // why\n"b":2}'],
    ['block comments', '/* x */{"a":"http://x.example","b":2/* " */}'],
    ['a comment around it', '<!-- {"a":"http://x.example","b":2} -->'],
    ['a comment before it', '<!-- generated -->{"a":"http://x.example","b":2}'],
    ['a character data section', '//<![CDATA[\n{"a":"http://x.example","b":2}\n//]]>'],
    ['a bare character data section', '<![CDATA[{"a":"http://x.example","b":2}]]>'],
    ['a trailing semicolon', '{"a":"http://x.example","b":2};'],
    ['trailing commas', '{"a":"http://x.example","b":2,},'],
    ['an escape that JSON lacks', '{"a":"http:\\/\\/x\\.example","b":2}'],
  ])('tolerates %s', (_, json) => {
    expect(jsonLd(block(json))).toEqual([{ a: 'http://x.example', b: 2 }])
  })

  test('keeps raw line breaks and comment signs inside strings', () => {
    expect(jsonLd(block('{"a":"<!-- x -->\r\n// y /* z */\u0001"}'))).toEqual([
      { a: '<!-- x -->\r\n// y /* z */\u0001' },
    ])
  })

  test('ignores a broken block, a scalar and a script of another type', () => {
    const html = `${block('{"a":')}${block('null')}${block('"x"')}<script type="text/javascript">{"a":1}</script>`
    expect(jsonLd(html + block('{"a":2}'))).toEqual([{ a: 2 }])
  })

  test('accepts a type with parameters and in capitals', () => {
    expect(jsonLd('<script type="Application/LD+JSON; charset=utf-8">{"a":1}</script>')).toEqual([{ a: 1 }])
  })
})

describe('filterByType', () => {
  const types = (...names: unknown[]) => names.map((name) => ({ '@type': name }))

  test('matches subtypes at any distance, in any spelling', () => {
    const nodes = types(
      'MusicEvent',
      'http://schema.org/Festival',
      'schema:Event',
      ['Thing', 'BroadcastEvent'],
      'EventVenue',
      7,
    )
    expect(filterByType(nodes, 'Event')).toEqual(nodes.slice(0, 4))
  })

  test.each([
    ['Organization', 'RealEstateAgent'],
    ['Organization', 'GroceryStore'],
    ['LocalBusiness', 'RealEstateAgent'],
    ['Residence', 'SingleFamilyResidence'],
    ['Residence', 'Apartment'],
    ['Offer', 'AggregateOffer'],
    ['Article', 'ReportageNewsArticle'],
    ['ItemList', 'BreadcrumbList'],
    ['Product', 'ProductGroup'],
    ['WebPage', 'RealEstateListing'],
  ])('%s includes the subtype %s', (type, subtype) => {
    expect(filterByType(types(subtype), type)).toHaveLength(1)
  })

  test('does not match a supertype or a key of an object', () => {
    expect(filterByType(types('Event', 'constructor'), 'MusicEvent')).toEqual([])
    expect(filterByType(types('Event'), 'constructor')).toEqual([])
  })
})
