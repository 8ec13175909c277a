// Differences in spelling between page forms are normalised.
import { expect, test } from 'vitest'
import { readAgencyId, readSiren, toProfession } from './agency-spelling.ts'

const root = 'https://www.realestate-fr.example'

test.each([
  [`${root}/professionnels/agence-du-marche-17`, 17],
  [`${root}/professionnels/agence-du-marche-17/?a=1#avis`, 17],
  [`${root}/professionnels/40017`, 40017],
  [`${root}/professionnels/agence-17/avis`, null],
  [`${root}/professionnels/agence17`, null],
  [`${root}/profil/94d2fba1f79846688440f419d25039f3`, null],
  [`${root}/profil/8e1049f3-8f9e-481d-a666-123456789012`, null],
  [`${root}/`, null],
  ['agence-17', null],
  [null, null],
])('the profile %s ends in the number %s', (url, id) => {
  expect(readAgencyId(url)).toBe(id)
})

test.each([
  ['AGENCY', 'Agence'],
  ['Agence', 'Agence'],
  ['AGENT', 'Mandataire'],
  ['NOTARY', 'Notaire'],
  ['Réseau', 'Réseau'],
  ['', null],
  [null, null],
])('the trade %s is %s', (written, word) => {
  expect(toProfession(written)).toBe(word)
})

test.each([
  ['RCS Tours 482910337', '482910337'],
  ['Nantes 123 456 789', '123456789'],
  ['123.456.789', '123456789'],
  ['325 539 286 00105', '325539286'],
  ['B 407 797 521 (2010 B 00012)', '407797521'],
  ['Rodez', null],
  ['1234567890', null],
  [null, null],
])('the entry %s is %s', (written, digits) => {
  expect(readSiren(written)).toBe(digits)
})
