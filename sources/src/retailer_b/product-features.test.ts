// The feature block in markups that the fixtures do not have.

import { parseDom } from '@quarry/kit/read/dom'
import { expect, test } from 'vitest'
import { readFeatures, readNutrition } from './product-features.ts'

const features = (html: string) =>
  readFeatures(parseDom(`<div id="product-features">${html}</div>`), { gtin: null, reference: 'C1' })

test.each([
  '<h3>Contact</h3><p><span>Exploitant</span><span>A</span><span>Service consommateur</span><span>B</span></p>',
  '<div><h3>Contact :</h3><dl><dt>Exploitant</dt><dd>A</dd><dt>Service consommateurs</dt><dd>B</dd></dl></div>',
  '<div><h3>CONTACT</h3><div><div><span>Exploitant</span></div><div>A</div></div><div><b>Service Consommateur</b> : B</div></div>',
  '<h5>Exploitant</h5><p>A</p><h5>Service consommateur</h5><p>B</p>',
])('contact %#: each label has its own value', (html) => {
  expect(features(html).contact).toEqual({ exploitant: 'A', service_consommateur: 'B' })
})

test('a label without a value has none', () => {
  expect(features('<div><h3>Contact</h3><div><span>Exploitant</span></div></div>').contact).toBe(null)
  expect(features('<h5>Description</h5><h5>Ingrédients</h5><p>Eau.</p>')).toMatchObject({
    description: null,
    ingredients: 'Eau.',
  })
})

test.each([
  ['<p>Réf / EAN : C9 / 4006381333931</p>', 'C9', '4006381333931'],
  ['<div><span>Réf/EAN :</span><div>C9 / 4006381333931, 2000000000008</div></div>', 'C9', '4006381333931'],
  ['<div><div><span>Réf / EAN :</span><span>C9 / </span></div></div><p>12345678901234567890</p>', 'C9', null],
  ['<p>EAN inconnu</p>', 'C1', null],
])('references %#', (html, reference, ean) => {
  expect(features(html)).toMatchObject({ reference, ean })
})

const table = (rows: readonly (readonly [string, string])[]) =>
  readNutrition(
    parseDom(
      `<table id="nutritionals_0"><tbody>${rows.map(([name, amount]) => `<tr><td>${name}</td><td>${amount}</td></tr>`).join('')}</tbody></table>`,
    ),
  )
const energy = (...rows: [string, string][]) => {
  const read = table(rows)
  return [read?.valeur_energetique_kj ?? null, read?.valeur_energetique_kcal ?? null]
}

test('energy comes in two rows, in one cell, or by the unit in its name', () => {
  const name = 'Valeur énergétique'
  expect(energy([name, '1569 kJ'], [name, '375 kcal'])).toEqual(['1569 kJ', '375 kcal'])
  expect(energy([name, '375 kcal'], [name, '1569 kJ'])).toEqual(['1569 kJ', '375 kcal'])
  expect(energy([name, '1 569 kJ / 375 kcal'])).toEqual(['1569 kJ', '375 kcal'])
  expect(energy([name, '1569kJ (375kcal)'])).toEqual(['1569 kJ', '375 kcal'])
  expect(energy([`${name} (kcal)`, '375'], [`${name} (kJ)`, '1569'])).toEqual(['1569 kJ', '375 kcal'])
  expect(energy([name, '1569'], [name, '375'])).toEqual(['1569 kJ', '375 kcal'])
  expect(energy([name, '&lt; 4 kJ'], [name, '&lt; 1 kcal'])).toEqual(['< 4 kJ', '< 1 kcal'])
  expect(energy([name, '375 kcal'])).toEqual([null, '375 kcal'])
})

test('names match regardless of case, accents and the word before them', () => {
  expect(
    table([
      ['MATIERES GRASSES', '2 g'],
      ['Acides gras saturés', '1 g'],
      ['dont Sucres :', '3 g'],
      ['Fibres', '4'],
    ]),
  ).toMatchObject({
    matieres_grasses: '2 g',
    dont_acides_gras_satures: '1 g',
    dont_sucres: '3 g',
    fibres_alimentaires: '4 g',
    glucides: null,
  })
})

test.each([
  ['0,83 g', '0.83 g'],
  ['0.02 g', '0.02 g'],
  ['10,50 g', '10.5 g'],
  ['2,0', '2 g'],
  ['<0,5G', '< 0.5 g'],
  ['&lt;&nbsp;0,5&nbsp;g', '< 0.5 g'],
  ['120 mg', '120 mg'],
  ['1 604,0 kJ', '1604 kJ'],
  ['moins de 0,5 g', 'moins de 0,5 g'],
  ['2 g / 3 g', '2 g / 3 g'],
])('the amount %s is written %s', (written, amount) => {
  expect(table([['Sel', written]])?.sel).toBe(amount)
})

test('a separator before three digits of energy groups thousands', () => {
  expect(energy(['Energie', '1.604 kJ'], ['Energie', '1 383,4 kcal'])).toEqual(['1604 kJ', '1383.4 kcal'])
})

test('a table without amounts is ignored', () => {
  expect(table([])).toBe(null)
  expect(
    table([
      ['Sel', '-'],
      ['Calcium', '120 mg'],
    ]),
  ).toBe(null)
})
