// The lines of legal notices in the ways agencies write them.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readAgencyId, readLegalNotice, readSiren, toProfession } from './agency.ts'

const readFields = (lines: readonly unknown[]) =>
  Object.fromEntries(Object.entries(readLegalNotice(lines) ?? {}).filter(([, value]) => value !== null))

test.each([
  ['<b>RCS:</b> 325539286', { rcs_siren: '325539286' }],
  ['RCS Rodez 407 797 521', { rcs_siren: '407797521' }],
  ['<b>RCS / SIREN :</b> 407797521', { rcs_siren: '407797521' }],
  ['<b>SIRET:</b> 325 539 286 00105', { rcs_siren: '325539286' }],
  ['<b>SIRET:</b> 12', {}],
  [
    'SASU DUVAL IMMO au capital de 1 000 €',
    { legal_form: 'SASU', social_reason: 'DUVAL IMMO', share_capital: 1000 },
  ],
  [
    'SARL au capital de 50\u202f000,00 € - RCS Rodez 407 797 521',
    { legal_form: 'SARL', share_capital: 50000, rcs_siren: '407797521' },
  ],
  ['EI', { legal_form: 'EI' }],
  ['SAVOIR-FAIRE depuis 1950', {}],
  ['<b>Capital:</b> non renseigné', {}],
  ['<b>Si&egrave;ge :</b> 1 rue Haute, 12000 Rodez', { headquarter_address: '1 rue Haute, 12000 Rodez' }],
  [
    'Garantie financière MUTUELLE DU TOIT d’un montant de 119 970 €',
    { financial_guarantee_fund: 'MUTUELLE DU TOIT', financial_guarantee_amount: 119970 },
  ],
  ['<b>Montant de la garantie:</b> 110.000 €', { financial_guarantee_amount: 110000 }],
  ['Carte professionnelle n° CPI 1202 2019', { professional_card_number: 'CPI 1202 2019' }],
  [
    'Carte professionnelle : CPI 7 délivrée par la préfecture du Lot',
    { professional_card_number: 'CPI 7', professional_card_prefecture: 'préfecture du Lot' },
  ],
  ['<b>Délivrée par:</b> CCI du Lot', { professional_card_prefecture: 'CCI du Lot' }],
  ['<b>RCS:</b>', {}],
  ['RCS Rodez', {}],
  ['RCS Rodez 1234567890', {}],
])('%s', (line, expected) => {
  expect(readFields([line])).toEqual(expected)
})

test('the first readable line of a field is used, and a text without one gives no notice', () => {
  expect(readFields(['<b>RCS:</b> A 111222333', null, 7, '<b>RCS:</b> B 222333444'])).toEqual({
    rcs_siren: '111222333',
  })
  expect(readLegalNotice([])).toBeNull()
  expect(readLegalNotice(['<b>Médiateur:</b> Un tel', {}])).toBeNull()
})

test('no text takes long or throws', () => {
  const word = fc.constantFrom(
    'RCS ',
    'SARL ',
    ' au capital de ',
    '1 ',
    '€',
    'Garantie financière ',
    ' montant de ',
  )
  const line = fc.oneof(
    fc.string(),
    fc.array(word, { maxLength: 200 }).map((words) => words.join('')),
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
      readLegalNotice(lines)
    }),
  )
})

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
