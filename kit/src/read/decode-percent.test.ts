// Percent escapes of foreign addresses, also malformed ones.
import { expect, test } from 'vitest'
import { decodePercent } from './decode-percent.ts'

test('escapes are decoded, and malformed ones left', () => {
  expect(decodePercent('h%C3%A9lios%2Bx')).toBe('hélios+x')
  expect(decodePercent('100%')).toBe('100%')
  expect(decodePercent('%E0%A4%A')).toBe('%E0%A4%A')
})
