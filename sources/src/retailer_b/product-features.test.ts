// The feature block in markups that the fixtures do not have.
import { parseDom } from '@quarry/kit/read/dom'
import { expect, test } from 'vitest'
import { readFeatures } from './product-features.ts'

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
