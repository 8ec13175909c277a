// Which requests provoke a fault of the sandbox.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { faultKinds, findFault, removeSlow } from './faults.ts'

const at = (rest: string) => `https://www.x.example${rest}`

// Any code units, lone surrogates included.
const anyText = fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units))

describe('findFault', () => {
  test.each(faultKinds)('finds %s in a path, a query, an escape and a body', (kind) => {
    expect(findFault(at(`/company/fault-${kind}`))).toBe(kind)
    expect(findFault(at(`/e/some-fault-${kind}-tickets-123`))).toBe(kind)
    expect(findFault(at(`/s?q=shoes+fault-${kind}+red`))).toBe(kind)
    expect(findFault(at(`/s?q=%66ault%2D${kind}`))).toBe(kind)
    expect(findFault(at(`/company/FAULT-${kind.toUpperCase()}`))).toBe(kind)
    expect(findFault(at('/api'), { filters: { keywords: { text: `bike fault-${kind}` } } })).toBe(kind)
  })

  test('ignores unknown kinds and words that merely start like one', () => {
    for (const word of [
      'fault-',
      'fault-none',
      'fault-slower',
      'fault-missing1',
      'faultmissing',
      'default-errors',
    ])
      expect(findFault(at(`/${word}`), { word })).toBeNull()
    expect(findFault(at('/'))).toBeNull()
    expect(findFault(at('/%ZZ%'), null)).toBeNull()
  })

  test('accepts any address and any body', () => {
    fc.assert(
      fc.property(anyText, fc.jsonValue(), (text, json) => {
        expect(findFault(text, json)).toBeNull()
      }),
    )
  })
})

describe('removeSlow', () => {
  test.each([
    ['/company/fault-slow-acme', '/company/acme'],
    ['/company/acme-fault-slow', '/company/acme'],
    ['/e/red-fault-slow-night-12', '/e/red-night-12'],
    ['/s?q=fault-slow+shoes', '/s?q=shoes'],
    ['/s?q=shoes%20fault-slow', '/s?q=shoes'],
    ['/s?q=red+fault-slow+shoes', '/s?q=red+shoes'],
    ['/p?store=fault-slow&ean=1', '/p?store=&ean=1'],
    ['/p/FAULT%2Dslow-x', '/p/x'],
    ['{"text":"fault-slow bike"}', '{"text":"bike"}'],
    ['/fault-slower/fault-missing', '/fault-slower/fault-missing'],
  ])('turns %s into %s', (text, rest) => {
    expect(removeSlow(text)).toBe(rest)
  })
})
