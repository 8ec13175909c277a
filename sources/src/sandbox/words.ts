// The word stock of the sandbox in four languages. Decision: own words instead of a data library. They never change
// with a release of it and take a few kilobytes, and all nouns that sentences use with an article are feminine, so that
// the grammar is right.
import type { CountryCode } from './places.ts'

export type Language = 'en' | 'fr' | 'es' | 'de'

export const splitList = (text: string): readonly string[] => text.split(',').map((word) => word.trim())

export const adjectives: Readonly<Record<Language, readonly string[]>> = {
  en: splitList(`reliable, modular, independent, compact, seasonal, regional, durable, lightweight, certified, connected,
    quiet, scalable, practical, affordable, precise, renewable, handmade, secure, flexible, transparent, early,
    ambitious, local, rapid, careful, open, digital, portable, natural, refined`),
  fr: splitList(`fiable, modulaire, simple, pratique, durable, solide, rapide, souple, moderne, utile, agréable, sobre,
    robuste, économe, stable, large, mobile, sûre, fidèle, propre, efficace, discrète, belle, claire, unique`),
  es: splitList(`fiable, modular, sencilla, práctica, duradera, sólida, rápida, flexible, moderna, útil, agradable, sobria,
    robusta, estable, móvil, segura, limpia, eficaz, discreta, clara, única`),
  de: splitList(`zuverlässige, modulare, einfache, praktische, langlebige, solide, schnelle, flexible, moderne, nützliche,
    angenehme, robuste, stabile, mobile, sichere, saubere, leise, klare, regionale`),
}

export const nouns: Readonly<Record<Language, readonly string[]>> = {
  en: splitList(`workshop, platform, supply chain, warehouse, network, assembly line, catalogue, team, laboratory, route,
    dashboard, harvest, recipe, battery, sensor, payroll, invoice, forecast, fleet, clinic, classroom, archive,
    kitchen, studio, market, delivery, contract, coating, bearing, harbour, season, account, audience, prototype`),
  fr: splitList(`plateforme, équipe, chaîne, commande, livraison, gamme, méthode, formule, recette, saison, boutique,
    fabrique, batterie, facture, route, équipe locale, matière, pièce, machine, offre, collection, maison, ligne,
    ressource, clientèle, récolte, cuisine, région`),
  es: splitList(`plataforma, cadena, entrega, gama, receta, temporada, tienda, fábrica, batería, factura, ruta, pieza,
    máquina, oferta, colección, cosecha, cocina, línea, red, cuenta`),
  de: splitList(`Plattform, Lieferkette, Werkstatt, Lieferung, Rezeptur, Saison, Batterie, Rechnung, Route, Maschine, Sammlung,
    Anlage, Küche, Ernte, Linie, Abteilung, Flotte, Prognose, Beschichtung`),
}

export const verbs: Readonly<Record<Language, readonly string[]>> = {
  en: splitList(`builds, measures, designs, ships, repairs, plans, connects, tests, supplies, maintains, documents,
    simplifies, recycles, compares, monitors, trains, schedules, prepares`),
  fr: splitList(`conçoit, mesure, répare, prépare, assemble, livre, teste, surveille, entretient, simplifie, recycle,
    compare, organise, accompagne, fournit, relie`),
  es: splitList(`diseña, mide, repara, prepara, monta, entrega, prueba, vigila, mantiene, simplifica, recicla, compara,
    organiza, suministra, conecta`),
  de: splitList(`baut, misst, entwirft, liefert, repariert, plant, prüft, überwacht, wartet, vereinfacht, vergleicht, schult,
    verbindet`),
}

export const audiences: Readonly<Record<Language, readonly string[]>> = {
  en: splitList(`small manufacturers, hospitals, city councils, independent shops, freight carriers, schools, growers,
    building owners, finance teams, restaurants, insurers, research groups, families, engineers, event organisers`),
  fr: splitList(`petites entreprises, hôpitaux, communes, commerces indépendants, transporteurs, écoles, agriculteurs,
    bailleurs, équipes financières, restaurateurs, assureurs, laboratoires, familles, organisateurs d'événements`),
  es: splitList(`pequeñas empresas, hospitales, ayuntamientos, comercios locales, transportistas, escuelas,
    agricultores, restaurantes, aseguradoras, laboratorios, familias`),
  de: splitList(`kleine Betriebe, Krankenhäuser, Gemeinden, unabhängige Läden, Spediteure, Schulen, Landwirte, Gaststätten,
    Versicherer, Labore, Familien`),
}

/** Pieces that join into coined company names. */
export const nameStarts =
  splitList(`Vel, Nor, Cal, Bri, Tar, Lum, Sol, Mer, Quin, Hal, Zen, Ori, Pol, Fen, Dra, Ast, Kes,
  Mar, Bel, Thal, Ard, Syl, Cor, Ner, Gal, Ost, Pra, Ril, Tem, Wex, Yar, Ével, Écl, Ulm, Isk, Hom, Jun, Lac, Mon, Plu`)
export const nameEnds =
  splitList(`tora, dane, via, mont, eris, ovo, ium, ent, ana, ista, ova, elle, eon, ary, olis, una,
  eko, adis, era, ique, ander, ello, amis, orra, ithe, enza, alto, uma, etta, ivo`)
export const nameNouns =
  splitList(`Harbor, Cedar, Granite, Lantern, Meadow, Copper, Falcon, Juniper, Anchor, Summit, Willow,
  Beacon, Orchard, River, Slate, Compass, Thistle, Heron, Ember, Birch, Quarrystone, Saddle, Marble, Tidewater, Prairie,
  Canyon, Foxglove, Kettle, Lighthouse, Bramble`)
export const legalForms = splitList(`Inc, Ltd, SAS, GmbH, Group, & Co, BV, SL`)
/** The countries in which a company of that form can have its seat; other forms exist everywhere. */
export const legalSeats: Readonly<Record<string, readonly CountryCode[]>> = {
  Inc: ['US', 'CA'],
  Ltd: ['GB', 'IE'],
  SAS: ['FR'],
  GmbH: ['DE', 'CH'],
  BV: ['NL', 'BE'],
  SL: ['ES'],
}

type Industry = { name: string; kind: string; weight: number; specialities: readonly string[] }

/** One line each: industry|short name|how many of a hundred companies|what such companies do. */
export const industries: readonly Industry[] =
  `Software Development|Software|16|developer tools, workflow automation, data pipelines, APIs, observability, billing, open source, cloud hosting
Venture Capital and Private Equity|Ventures|7|seed investing, growth capital, climate funds, deep tech, portfolio support, secondaries
Industrial Machinery Manufacturing|Machines|10|CNC machining, ball valves, sheet metal, conveyors, hydraulics, precision bearings, welding, stainless steel
Food and Beverage Manufacturing|Foods|9|organic groceries, dairy, bakery, plant proteins, coffee roasting, cold chain, packaging
Biotechnology Research|Bio|7|gene sequencing, diagnostics, antibodies, clinical trials, lab automation, fermentation
Financial Services|Finance|8|payments, lending, treasury, compliance, insurance, fraud detection, accounting
Renewable Energy Power Generation|Energy|7|solar, wind, battery storage, heat pumps, grid balancing, energy audits, hydrogen
Retail|Stores|7|e-commerce, footwear, home goods, second hand, loyalty, logistics, merchandising
Real Estate|Estates|5|property management, rentals, brokerage, valuations, co-working, renovation
Transportation, Logistics and Storage|Logistics|6|last mile, freight forwarding, warehousing, route planning, cold storage, customs
Education|Learning|5|language courses, tutoring, vocational training, curriculum design, assessments
Events Services|Events|4|conferences, ticketing, stage design, hybrid events, catering, exhibitions
Hospitals and Health Care|Health|6|telemedicine, home care, medical devices, imaging, patient records, rehabilitation
Media Production|Media|3|podcasts, documentary film, animation, newsletters, photography, sound design`
    .split('\n')
    .map((line) => {
      const [name = '', kind = '', weight, specialities = ''] = line.split('|')
      return { name, kind, weight: Number(weight), specialities: splitList(specialities) }
    })
