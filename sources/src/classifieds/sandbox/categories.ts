// The categories of the sandbox marketplace, in two levels, and what is sold in each.
import type { Random } from '../../sandbox/random.ts'
import { type Goods, job, makeThing, rental, sale, vehicle } from './goods.ts'

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
