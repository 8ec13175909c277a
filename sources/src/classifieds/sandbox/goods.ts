// What is sold on the sandbox marketplace: its categories, and title, price and attributes of an ad for each kind of
// thing. Makers and models are invented.
import { makeProductName } from '../../sandbox/prose.ts'
import type { Random } from '../../sandbox/random.ts'

export type SiteAttribute = { key: string; value: string; label?: string; valueLabel?: string }

type Goods = { subject: string; price: number; attributes: SiteAttribute[] }

function attribute(key: string, label: string, value: string | number, text = String(value)): SiteAttribute {
  return { key, value: String(value), label, valueLabel: text }
}

const conditions = [
  ['etatneuf', 'État neuf'],
  ['tresbonetat', 'Très bon état'],
  ['bonetat', 'Bon état'],
  ['etatsatisfaisant', 'État satisfaisant'],
] as const

function home(random: Random) {
  const isFlat = random.chance(0.6)
  const rooms = random.int(1, isFlat ? 5 : 9)
  const square = rooms * random.int(14, 28) + random.int(0, 9)
  const energy = random.pick([...'abcdefg'])
  return {
    title: `${isFlat ? 'Appartement' : 'Maison'} ${rooms} pièce${rooms > 1 ? 's' : ''} ${square} m²`,
    square,
    attributes: [
      attribute('real_estate_type', 'Type de bien', isFlat ? 2 : 1, isFlat ? 'Appartement' : 'Maison'),
      attribute('square', 'Surface habitable', square, `${square} m²`),
      attribute('rooms', 'Nombre de pièces', rooms),
      attribute('energy_rate', 'Classe énergie', energy, energy.toUpperCase()),
      isFlat
        ? attribute('elevator', 'Ascenseur', random.chance(0.5) ? 1 : 2)
        : attribute('land_plot_surface', 'Surface du terrain', random.int(60, 3000)),
    ],
  }
}

function sale(random: Random): Goods {
  const { title, square, attributes } = home(random)
  return {
    subject: title,
    price: square * random.int(14, 62) * 100,
    attributes: [...attributes, { key: 'lease_type', value: 'sell' }],
  }
}

function rental(random: Random): Goods {
  const { title, square, attributes } = home(random)
  const isFurnished = random.chance(0.4)
  const text = isFurnished ? 'Meublé' : 'Non meublé'
  return {
    subject: `${title}${isFurnished ? ' meublé' : ''}`,
    price: 250 + square * random.int(7, 19),
    attributes: [
      ...attributes,
      attribute('furnished', 'Meublé', isFurnished ? 1 : 2, text),
      { key: 'lease_type', value: 'rent' },
    ],
  }
}

const makers = ['Orsane', 'Velta', 'Brigand', 'Cormelle', 'Astrade'] as const
const fuels = [
  ['1', 'Essence'],
  ['2', 'Diesel'],
  ['4', 'Électrique'],
] as const

const vehicle =
  (kind: 'car' | 'motorcycle') =>
  (random: Random): Goods => {
    const maker = random.pick(makers)
    const model = `${random.pick(['Nova', 'Lume', 'Cap', 'Rive', 'Zéphyr'])} ${random.int(1, 9)}`
    const year = random.int(2002, 2025)
    const mileage = Math.max(10, (2026 - year) * random.int(3000, 19_000))
    const [fuel, fuelName] = random.pick(fuels)
    return {
      subject: `${maker} ${model} ${year}`,
      price: Math.max(400, Math.round((random.int(9, 40) * 1000 * (year - 1996)) / 3000) * 100),
      attributes: [
        attribute('brand', 'Marque', maker),
        attribute('model', 'Modèle', model),
        attribute('regdate', 'Année modèle', year),
        attribute('mileage', 'Kilométrage', mileage, `${mileage} km`),
        kind === 'car'
          ? attribute('fuel', 'Carburant', fuel, fuelName)
          : attribute('cubic_capacity', 'Cylindrée', random.pick([50, 125, 300, 500, 750])),
      ],
    }
  }

const makeThing =
  (names: readonly string[], from: number, to: number) =>
  (random: Random): Goods => {
    const name = random.pick(names)
    const subject = `${name} ${random.chance(0.5) ? makeProductName(random, 'fr').toLowerCase() : random.pick(makers)}`
    const price = random.int(from, to)
    const [value, label] = random.pick(conditions)
    return {
      subject,
      price,
      attributes: [
        attribute('condition', 'État', value, label),
        attribute('item_kind', 'Type', name.toLowerCase().split(' ')[0] ?? '', name),
      ],
    }
  }

const jobs = ['Comptable', 'Chef de chantier', 'Infirmière', 'Développeur', 'Cuisinier', 'Vendeuse'] as const

/** A job offer, which has no price. */
function job(random: Random): Goods {
  const contract = random.pick(['CDI', 'CDD', 'Intérim'])
  return {
    subject: `${random.pick(jobs)} ${contract} H/F`,
    price: 0,
    attributes: [attribute('jobcontract', 'Type de contrat', contract.toLowerCase(), contract)],
  }
}

export type Category = ReturnType<typeof category>

/** `weight` is the share of all ads, relative to other categories; `proShare` the percentage by professionals. */
const category = (
  id: string,
  parentId: string,
  slug: string,
  name: string,
  weight: number,
  proShare: number,
  shippable: boolean,
  make: (random: Random) => Goods,
) => ({ id, parentId, slug, name, weight, proShare, shippable, make })

const computers = makeThing(['Ordinateur portable', 'Écran', 'Clavier'], 20, 1400)
const phones = makeThing(['Téléphone', 'Coque', 'Chargeur'], 5, 900)
const furniture = makeThing(['Table', 'Canapé', 'Armoire', 'Chaise', 'Bureau'], 5, 950)
const gardening = makeThing(['Tondeuse', 'Serre', 'Arrosoir'], 5, 700)
const bicycles = makeThing(['Vélo de ville', 'Vélo électrique', 'Remorque'], 40, 2900)

// The parents: 8 real estate, 1 vehicles, 14 electronics, 18 home and garden, 24 leisure, 71 jobs.
export const categories: readonly Category[] = [
  category('9', '8', 'ventes_immobilieres', 'Ventes immobilières', 22, 75, false, sale),
  category('10', '8', 'locations', 'Locations', 12, 50, false, rental),
  category('2', '1', 'voitures', 'Voitures', 20, 40, false, vehicle('car')),
  category('3', '1', 'motos', 'Motos', 6, 20, false, vehicle('motorcycle')),
  category('15', '14', 'ordinateurs', 'Ordinateurs', 7, 15, true, computers),
  category('17', '14', 'telephones', 'Téléphones', 8, 15, true, phones),
  category('19', '18', 'ameublement', 'Ameublement', 14, 10, true, furniture),
  category('52', '18', 'jardinage', 'Jardinage', 5, 10, false, gardening),
  category('55', '24', 'velos', 'Vélos', 8, 15, true, bicycles),
  category('33', '71', 'offres_d_emploi', "Offres d'emploi", 6, 100, false, job),
]
