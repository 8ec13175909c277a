// JSON in the scripts of a page, in every form that sites use.
import { describe, expect, test } from 'vitest'
import { angularState, assignedState, scriptById, stateById } from './islands.ts'
import { DomTooLarge } from './page-budget.ts'

describe('scriptById', () => {
  test.each([
    ['plain', '<script id="STATE" type="application/json">{"a":1}</script>'],
    [
      'attributes in another order',
      '<script type="application/json" nonce="x>y" id="STATE">{"a":1}</script>',
    ],
    ['single quotes', "<script id='STATE' type='application/json'>{\"a\":1}</script>"],
    ['no quotes', '<script id=STATE type=application/json>{"a":1}</script>'],
    ['spaces around the equals sign', '<script\n id = "STATE"\t>{"a":1}</script>'],
    ['capitals', '<SCRIPT ID="STATE">{"a":1}</SCRIPT >'],
    [
      'after another script that mentions it',
      '<script>"<script id=STATE>"</script><script id="STATE">{"a":1}</script>',
    ],
    ['after a broken one', '<script id="STATE">{"a":</script><script id="STATE">{"a":1}</script>'],
    [
      'after a comment that holds one',
      '<!-- <script id="STATE">{"a":2}</script> --><script id="STATE">{"a":1}</script>',
    ],
    ['after an empty comment', '<!--><script id="STATE">{"a":1}</script>'],
    ['after a comment that never ends', '<!-- <p><script id="STATE">{"a":1}</script>'],
    ['with a byte order mark and white space', '<script id="STATE">\ufeff\n {"a":1}\n</script>'],
    ['with a trailing comma and a comment', '<script id="STATE">{"a":1, /* x */ }</script>'],
  ])('reads the %s form', (_, html) => {
    expect(scriptById(html, 'STATE')).toEqual({ a: 1 })
  })

  test.each([
    ['missing', '<script id="OTHER">{"a":1}</script>'],
    ['part of another id', '<script id="STATE2">{"a":1}</script>'],
    ['in a data attribute', '<script data-id="STATE">{"a":1}</script>'],
    ['commented out', '<!-- <script id="STATE">{"a":1}</script> -->'],
    ['broken', '<script id="STATE">{"a":1</script>'],
    ['not closed', '<script id="STATE">{"a":1}'],
    ['empty', '<script id="STATE"></script>'],
    ['nested too deeply', `<script id="STATE">${'['.repeat(300)}${']'.repeat(300)}</script>`],
  ])('is undefined if the block is %s', (_, html) => {
    expect(scriptById(html, 'STATE')).toBeUndefined()
  })

  test('does not decode entities and keeps raw control characters of strings', () => {
    expect(scriptById('<script id="S">{"a":"x &amp; y\n\tz"}</script>', 'S')).toEqual({ a: 'x &amp; y\n\tz' })
  })

  test('drops keys that would reach a prototype', () => {
    const state = scriptById('<script id="S">{"a":1,"__proto__":{"polluted":true}}</script>', 'S') as object
    expect(Object.keys(state)).toEqual(['a'])
    expect((state as { polluted?: boolean }).polluted).toBeUndefined()
  })

  test('leaves pages above 1 MB to a thread where they are allowed', () => {
    expect(() => scriptById('x'.repeat(1_100_000), 'S')).toThrow(DomTooLarge)
  })
})

describe('assignedState', () => {
  test.each([
    ['window.S = {"a":[1,{"b":"}\\"{"}]};var x = {}'],
    ['window.S={"a":[1,{"b":"}\\"{"}]}'],
    ['window["S"] = {"a":[1,{"b":"}\\"{"}]};'],
    ['window[\'S\']={"a":[1,{"b":"}\\"{"}]};'],
    ['var S = {"a":[1,{"b":"}\\"{"}],};'],
    ['if (window.S == null) window.S = {"a":[1,{"b":"}\\"{"}]}'],
    ['window.S = window.S || {}; window.S = {"a":[1,{"b":"}\\"{"}]}'],
    ['window["S"]=JSON.parse("{\\"a\\":[1,{\\"b\\":\\"}\\\\\\"{\\"}]}");'],
    ['S = JSON.parse(\'{"a":[1,{"b":"}\\\\"{"}]}\')'],
  ])('reads %s', (script) => {
    expect(assignedState(`<p>S = {"a":0}</p><script>${script}</script>`, 'S')).toEqual({
      a: [1, { b: '}"{' }],
    })
  })

  test('decodes the literal of JSON.parse by JSON rules, without mojibake', () => {
    const html = '<script>S=JSON.parse("{\\"a\\":\\"caf\\u00e9 – \\\\u20ac \\u003cb\\u003e\\"}")</script>'
    expect(assignedState(html, 'S')).toEqual({ a: 'café – € <b>' })
  })

  test('reads undefined as null, as scripts write it', () => {
    expect(assignedState('<script>window.S={"a":undefined}</script>', 'S')).toEqual({ a: null })
  })

  test.each([
    ['a comparison', '<script>if (S == {"a":1}) {}</script>'],
    ['a longer name', '<script>MY_S = {"a":1}; S2 = {"a":1}</script>'],
    ['text outside a script', '<p>window.S = {"a":1}</p>'],
    ['an object that is not closed', '<script>S = {"a":{"b":1}</script>'],
    ['a literal that is not closed', '<script>S = JSON.parse("{}</script>'],
    ['a function call', '<script>S = load({"a":1})</script>'],
  ])('is undefined for %s', (_, html) => {
    expect(assignedState(html, 'S')).toBeUndefined()
  })
})

describe('angularState', () => {
  test('reads plain JSON', () => {
    expect(angularState('<script id="ng-state" type="application/json">{"k":{"b":"&q;"}}</script>')).toEqual({
      k: { b: '&q;' },
    })
  })

  test('reads the older escapes, under any app name', () => {
    const html = '<script id="my-app-state">{&q;k&q;:&q;a &a; b &l;i&g; &s;c&s; &a;q;&q;}</script>'
    expect(angularState(html)).toEqual({ k: "a & b <i> 'c' &q;" })
  })

  test('is undefined if the value is missing', () => {
    expect(angularState('<script id="state">{"a":1}</script>')).toBeUndefined()
  })
})

describe('a part of the state of a page', () => {
  const keys = ['props', 'event']
  const island = (json: string) => `<p>é€</p><script id="state" type="application/json">${json}</script>`
  const page = (body: string) => ({ body, octets: Buffer.from(body).toString('latin1') })
  const event = { name: 'Soirée 🎷 à 5 €', tags: ['ü'] }
  const state = JSON.stringify({ first: [1, '</b>'], props: { other: '…', event }, rest: { n: 1 } })

  test('is the same from its bytes as from its text', () => {
    expect(stateById(page(island(state)), 'state', keys)).toEqual(event)
    expect(stateById({ body: island(state) }, 'state', keys)).toEqual(event)
    expect(stateById(page(island(state)), 'state', ['props', 'other'])).toBe('…')
  })

  test('does not depend on the text that follows', () => {
    const cut = state.slice(0, state.indexOf('"rest"'))
    expect(stateById(page(island(cut)), 'state', keys)).toEqual(event)
  })

  test('is parsed leniently, like the whole document', () => {
    const slips = `{/* now */ "props": {"event": ${JSON.stringify(event)},},}`
    expect(stateById(page(island(slips)), 'state', keys)).toEqual(event)
    expect(stateById(page(island('{"pr\\u006fps":{"event":7}}')), 'state', keys)).toBe(7)
  })

  test('is undefined if the value is missing or the text is not JSON', () => {
    expect(stateById(page(island('{"props":{}}')), 'state', keys)).toBeUndefined()
    expect(stateById(page(island('no')), 'state', keys)).toBeUndefined()
    expect(stateById(page(island(state)), 'other', keys)).toBeUndefined()
  })

  test('comes from the next script of that name if the first has no JSON', () => {
    expect(stateById(page(island('no') + island(state)), 'state', keys)).toEqual(event)
  })

  test('has no key of a prototype', () => {
    const evil = '{"props":{"event":{"a":1,"__proto__":{"b":2}}}}'
    expect(Object.keys(stateById(page(island(evil)), 'state', keys) as object)).toEqual(['a'])
  })
})
