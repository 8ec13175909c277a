// Postal codes in addresses of several countries.
import { describe, expect, test } from 'vitest'
import { postalCode } from './postal-code.ts'

describe('postalCode', () => {
  test.each([
    ['75011 Paris', '75011'],
    ['F-75011 Paris', '75011'],
    ['New York, NY 10019', '10019'],
    ['New York, NY 10019-1234', '10019-1234'],
    ['London SW1A 1AA', 'SW1A 1AA'],
    ['London, W1A 1AB, United Kingdom', 'W1A 1AB'],
    ['Toronto, ON M5V 2T6', 'M5V 2T6'],
    ['1012 AB Amsterdam', '1012 AB'],
    ['10115 Berlin', '10115'],
    ['12 Rue Oberkampf, 75011 Paris', '75011'],
    ['12 Rue Oberkampf, 75011 Paris, France', '75011'],
    ['1535 Broadway, New York, NY 10036', '10036'],
    ['1535 Broadway, New York, NY 10036, United States', '10036'],
    ['28013 Madrid', '28013'],
    ['00-950 Warszawa', '00-950'],
    ['Grand-Place 1, 1000 Bruxelles', '1000'],
    ['CH-8001 Zürich', '8001'],
    ['01310-100 São Paulo', '01310-100'],
  ])('finds the code of %s', (line, code) => {
    expect(postalCode(line)).toBe(code)
  })

  test('reads the last line of several', () => {
    expect(postalCode(['75010 Hall', '12 Rue Oberkampf', '75011 Paris'])).toBe('75011')
    expect(postalCode('12 Rue Oberkampf\n75011 Paris\n')).toBe('75011')
  })

  test.each([
    'Paris',
    '12 Rue Oberkampf',
    '12345',
    'Online',
    '',
    'Room 1234, Paris',
    '1535 Broadway',
    '1535 Broadway, New York',
    '12345 Main Street, Springfield',
    '8001 Zürich',
    '20 000 Leagues',
  ])('is null for %s', (line) => {
    expect(postalCode(line)).toBeNull()
  })
})
