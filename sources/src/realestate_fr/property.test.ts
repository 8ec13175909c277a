// Property listings: the exact record of each form of the page, written by hand.
import { readFileSync } from 'node:fs'
import type { Page } from '@quarry/kit/outcome'
import { onSite } from '@quarry/kit/testing/on-site'
import { expect, test } from 'vitest'
import { realestateFr } from './index.ts'
import { emptyFacts } from './listing-facts.ts'
import { property } from './property.ts'

const root = 'https://www.realestate-fr.example'
const portal = onSite(realestateFr, property)
const fixture = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8')
const page = (body: string, id: number, more: Partial<Page> = {}): Page => ({
  url: `${root}/annonces/achat/maison/ville-44/${id}.htm`,
  status: 200,
  contentType: 'text/html; charset=utf-8',
  body,
  ...more,
})
const query = (id: number, wantsSource = false) => ({
  path: `/annonces/achat/maison/ville-44/${id}.htm`,
  id,
  wantsSource,
})
const read = (body: string, id: number, more: Partial<Page> = {}) => {
  const outcome = portal.extract(page(body, id, more), query(id))
  return outcome.kind === 'found' ? outcome.record : outcome.kind
}

const oneSize = {
  id: null,
  mobile_url: null,
  square_url: null,
  original_url: null,
  square_large_url: null,
  low_resolution_url: null,
  is_horizontal: null,
  descriptive_fr: null,
  photo_description_tags: null,
}
const nothing = {
  id: null,
  logo: null,
  name: null,
  id_rcu: null,
  rating: null,
  address: null,
  tier_id: null,
  fees_url: null,
  description: null,
  website_url: null,
  legal_notice: null,
  phone_number: null,
  contact_hidden: null,
  profession_type: null,
  profil_page_url: null,
  organisation_logo: null,
}
const studio = {
  agency: {
    ...nothing,
    logo: 'https://img.realestate-fr.example/logos/9.png',
    name: 'Cabinet Garonne',
    rating: { rating: 4.1, review_url: 'https://www.garonne.example/avis', review_count: 12 },
    address: '1 quai des Chartrons, 33000 Bordeaux',
    description: 'Un cabinet sobre.',
    website_url: 'https://www.garonne.example',
    phone_number: '05 36 49 77 88',
  },
  seeker: null,
  contact: null,
  listing: {
    url: {
      value: `${root}/annonces/achat/appartement/bordeaux-33/190000789.htm`,
      nature: null,
      business_unit_type: null,
    },
    early_access: null,
    listing_detail: {
      id: 190000789,
      media: { photos: [{ ...oneSize, default_url: 'https://img.realestate-fr.example/c/1.jpg' }] },
      ...emptyFacts,
      price: { ...emptyFacts.price, amount: 98_000, currency: 'EUR' },
      transaction: 'sale',
    },
  },
}

test('a record from the state of a current page', () => {
  expect(read(fixture('current.html'), 190000123)).toEqual({
    agency: {
      id: 17,
      logo: 'https://img.realestate-fr.example/logos/17.png',
      name: 'Agence du Marché',
      id_rcu: 'RC-99017',
      rating: {
        rating: 4.7,
        review_url: `${root}/professionnels/agence-du-marche-17#avis`,
        review_count: 52,
      },
      address: '3 place du Marché, 64100 Bayonne',
      tier_id: null,
      fees_url: 'https://www.agence-du-marche.example/honoraires.pdf',
      description: 'Trois générations au service des familles.',
      website_url: 'https://www.agence-du-marche.example',
      legal_notice: {
        rcs_siren: '412345678',
        legal_form: 'SARL',
        is_individual: null,
        share_capital: 7622.45,
        social_reason: 'Marché & Fils',
        headquarter_address: '3 place du Marché, 64100 Bayonne',
        financial_guarantee_fund: 'Caisse du Sud-Ouest',
        professional_card_number: 'CPI 6401 2019 000 000 017',
        financial_guarantee_amount: 120000,
        professional_card_prefecture: 'CCI Bayonne Pays Basque',
      },
      phone_number: '05 36 49 10 20',
      contact_hidden: null,
      profession_type: 'Agence',
      profil_page_url: `${root}/professionnels/agence-du-marche-17`,
      organisation_logo: null,
    },
    seeker: null,
    contact: null,
    listing: {
      url: {
        value: `${root}/annonces/achat/maison/bayonne-64/190000123.htm`,
        nature: null,
        business_unit_type: 'RE',
      },
      early_access: null,
      listing_detail: {
        id: 190000123,
        media: {
          photos: [
            {
              ...oneSize,
              id: 771,
              default_url: 'https://img.realestate-fr.example/a/1.jpg',
              descriptive_fr: 'Façade « nord »',
            },
            { ...oneSize, default_url: 'https://img.realestate-fr.example/a/2.jpg' },
          ],
        },
        ...emptyFacts,
        price: { ...emptyFacts.price, amount: 312_000, currency: 'EUR' },
        transaction: 'sale',
      },
    },
  })
})

test('a record from the state of an older page, which is the specification in camelCase', () => {
  expect(read(fixture('old.html'), 190000456)).toEqual({
    agency: {
      id: 5120,
      logo: 'https://img.realestate-fr.example/logos/5120.png',
      name: 'Rade Immobilier',
      id_rcu: 'RC-5120',
      rating: { rating: 4.25, review_url: `${root}/professionnels/rade-5120/avis`, review_count: 31 },
      address: '9 rue Pasteur, 29200 Brest',
      tier_id: 77001,
      fees_url: 'https://www.rade.example/fees.pdf',
      description: null,
      website_url: 'https://www.rade.example',
      legal_notice: {
        rcs_siren: '512345678',
        legal_form: 'SAS',
        is_individual: false,
        share_capital: 8000,
        social_reason: 'Rade et Fils',
        headquarter_address: '9 rue Pasteur, 29200 Brest',
        financial_guarantee_fund: 'Caisse de l’Ouest',
        professional_card_number: 'CPI 2901 2017 000 000 512',
        financial_guarantee_amount: 110000,
        professional_card_prefecture: 'CCI Brest',
      },
      phone_number: '02 61 91 40 50',
      contact_hidden: false,
      profession_type: 'Agence',
      profil_page_url: `${root}/professionnels/rade-5120`,
      organisation_logo: 'https://img.realestate-fr.example/reseaux/4.png',
    },
    seeker: null,
    contact: {
      book_a_visit: {
        slots: [{ start_at: '2026-04-02T09:00:00' }],
        enabled: true,
        event_type: 'physical_visit',
        required_form: true,
        plato_agency_id: '5120',
        allowed_contracts: ['CDI'],
        unpaid_rent_garanty: true,
        unpaid_rent_garanty_rate: 2.5,
      },
    },
    listing: {
      url: {
        value: `${root}/annonces/locations/appartement/brest-29/190000456.htm`,
        nature: 1,
        business_unit_type: 'RE',
      },
      early_access: null,
      listing_detail: {
        id: 190000456,
        media: {
          photos: [
            {
              id: 88001,
              mobile_url: 'https://img.realestate-fr.example/b/m.jpg',
              square_url: 'https://img.realestate-fr.example/b/s.jpg',
              default_url: 'https://img.realestate-fr.example/b/d.jpg',
              original_url: 'https://img.realestate-fr.example/b/o.jpg',
              square_large_url: 'https://img.realestate-fr.example/b/sl.jpg',
              low_resolution_url: 'https://img.realestate-fr.example/b/l.jpg',
              is_horizontal: true,
              descriptive_fr: 'Séjour',
              photo_description_tags: null,
            },
            { ...oneSize, id: 88002, default_url: 'https://img.realestate-fr.example/b/d2.jpg' },
          ],
        },
        ...emptyFacts,
        price: { ...emptyFacts.price, amount: 640 },
        transaction: 'rent',
      },
    },
  })
})

test('a record from a product with an offer, and never from the product of another listing before it', () => {
  expect(read(fixture('linked-product.html'), 190000789)).toEqual(studio)
})

test('a record from linked data, if the state and the first block of it are broken', () => {
  expect(read(fixture('broken.html'), 190000789)).toEqual(studio)
})

test('a record from a RealEstateListing of a house, with the agency beside it', () => {
  expect(read(fixture('linked-listing.html'), 190000321)).toEqual({
    agency: {
      ...nothing,
      id: 3,
      name: 'Erdre Immobilier',
      address: '2 rue du Port, 44000 Nantes',
      profil_page_url: `${root}/professionnels/erdre-3`,
    },
    seeker: null,
    contact: null,
    listing: {
      url: {
        value: `${root}/annonces/achat/maison/nantes-44/190000321.htm`,
        nature: null,
        business_unit_type: null,
      },
      early_access: null,
      listing_detail: {
        id: 190000321,
        media: {
          photos: [
            {
              ...oneSize,
              default_url: 'https://img.realestate-fr.example/d/1.jpg',
              is_horizontal: false,
              descriptive_fr: 'Jardin',
            },
          ],
        },
        ...emptyFacts,
        property_type: 'house',
        transaction: 'sale',
      },
    },
  })
})

const next = (listingData: unknown) =>
  `<script id="__NEXT_DATA__" type="application/json">${JSON.stringify({ props: { pageProps: { listingData } } })}</script>`
const empty = {
  agency: nothing,
  seeker: null,
  contact: null,
  listing: {
    url: { value: page('', 190000555).url, nature: null, business_unit_type: null },
    early_access: null,
    listing_detail: { id: 190000555, media: { photos: [] }, ...emptyFacts, transaction: 'sale' },
  },
}

test('missing parts of an older page are null or empty', () => {
  expect(read(next({ listing: {}, agency: null }), 190000555)).toEqual(empty)
  expect(read(next({ listing: {}, contact: { bookAVisit: null } }), 190000555)).toEqual({
    ...empty,
    contact: { book_a_visit: null },
  })
})

test('missing parts of a current page are null or empty', () => {
  const state = JSON.stringify({ app_cldp: { data: { classified: { sections: {} } } } })
  const body = `<script>window["__UFRN_LIFECYCLE_SERVERREQUEST__"]=JSON.parse(${JSON.stringify(state)})</script>`
  expect(read(body, 190000555)).toEqual(empty)
})

test('an id that is not a number is null, also if the address has one', () => {
  const body = fixture('current.html').replace('190000123', '8e1049f3-8f9e-481d-a666-a635fba60191')
  expect(read(body, 190000555)).toMatchObject({ listing: { listing_detail: { id: null } } })
})
