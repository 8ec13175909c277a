// The categories of the pretend marketplace, in two levels, and what is sold in each.
import type { Random } from '../../sandbox/random.ts'
import { type Goods, job, rental, sale, thing, vehicle } from './goods.ts'

export type Category = {
  id: string
  parentId: string
  parentName: string
  slug: string
  name: string
  /** How many ads for each one of the others, and how many of a hundred are from professionals. */
  weight: number
  proShare: number
  shippable: boolean
  make: (random: Random) => Goods
}

const under = (
  parentId: string,
  parentName: string,
  children: readonly Omit<Category, 'parentId' | 'parentName'>[],
): Category[] => children.map((child) => ({ ...child, parentId, parentName }))

export const categories: readonly Category[] = [
  ...under('8', 'Immobilier', [
    {
      id: '9',
      slug: 'ventes_immobilieres',
      name: 'Ventes immobilières',
      weight: 22,
      proShare: 75,
      shippable: false,
      make: sale,
    },
    {
      id: '10',
      slug: 'locations',
      name: 'Locations',
      weight: 12,
      proShare: 50,
      shippable: false,
      make: rental,
    },
  ]),
  ...under('1', 'Véhicules', [
    {
      id: '2',
      slug: 'voitures',
      name: 'Voitures',
      weight: 20,
      proShare: 40,
      shippable: false,
      make: vehicle('car'),
    },
    {
      id: '3',
      slug: 'motos',
      name: 'Motos',
      weight: 6,
      proShare: 20,
      shippable: false,
      make: vehicle('motorcycle'),
    },
  ]),
  ...under('14', 'Électronique', [
    {
      id: '15',
      slug: 'ordinateurs',
      name: 'Ordinateurs',
      weight: 7,
      proShare: 15,
      shippable: true,
      make: thing(['Ordinateur portable', 'Écran', 'Clavier'], 20, 1400),
    },
    {
      id: '17',
      slug: 'telephones',
      name: 'Téléphones',
      weight: 8,
      proShare: 15,
      shippable: true,
      make: thing(['Téléphone', 'Coque', 'Chargeur'], 5, 900),
    },
  ]),
  ...under('18', 'Maison et jardin', [
    {
      id: '19',
      slug: 'ameublement',
      name: 'Ameublement',
      weight: 14,
      proShare: 10,
      shippable: true,
      make: thing(['Table', 'Canapé', 'Armoire', 'Chaise', 'Bureau'], 5, 950),
    },
    {
      id: '52',
      slug: 'jardinage',
      name: 'Jardinage',
      weight: 5,
      proShare: 10,
      shippable: false,
      make: thing(['Tondeuse', 'Serre', 'Arrosoir'], 5, 700),
    },
  ]),
  ...under('24', 'Loisirs', [
    {
      id: '55',
      slug: 'velos',
      name: 'Vélos',
      weight: 8,
      proShare: 15,
      shippable: true,
      make: thing(['Vélo de ville', 'Vélo électrique', 'Remorque'], 40, 2900),
    },
  ]),
  ...under('71', 'Emploi', [
    {
      id: '33',
      slug: 'offres_d_emploi',
      name: "Offres d'emploi",
      weight: 6,
      proShare: 100,
      shippable: false,
      make: job,
    },
  ]),
]
