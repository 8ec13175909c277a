// The kinds of products of the sandbox grocer: recipes with amounts per 100 g, and some household goods.
import { splitList } from '../../sandbox/words.ts'

const nutrients = ['fat', 'saturates', 'carbohydrates', 'sugars', 'fibre', 'proteins', 'salt'] as const

export type Amounts = Record<Exclude<(typeof nutrients)[number], 'fibre'>, number> & { fibre: number | null }

/** Of each kind: name|variants, then packs|legal name|nutrients, then ingredients; household goods have only the start. */
export const kinds = `Biscuits au beurre|pur beurre, aux pépites, à la fleur de sel, croustillants
200 g / 4 x 50 g / 350 g|Biscuits sablés au beurre|23 15 62 22 2.1 6.8 0.9
Farine de BLÉ, BEURRE 24 %, sucre, ŒUFS, sel, poudre à lever : carbonates de sodium.

Yaourt|nature, sur lit de fraise, à la vanille, brassé
4 x 125 g / 8 x 125 g / 500 g|Yaourt au lait entier|3.4 2.2 13 12 0.4 3.6 0.12
LAIT entier 82 %, sucre 9 %, fruits 8 %, ferments lactiques (LAIT).

Soupe de légumes|du jardin, au potiron, à la tomate, paysanne
1 L / 2 x 30 cL|Soupe de légumes pasteurisée|1.6 0.3 5.4 2.2 1.3 0.9 0.65
Eau, légumes 42 % (carotte, poireau, pomme de terre, CÉLERI), huile de colza, sel, épices.

Pâtes complètes|torsades, coquillettes, spaghetti, plumes
500 g / 1 kg|Pâtes alimentaires complètes de qualité supérieure|2.1 0.4 65 3.2 8 13 0.02
Semoule complète de BLÉ dur.

Confiture extra|d'abricot, de fraise, de figue, de mûre
370 g / 2 x 320 g|Confiture extra|0.2 0.1 58 57 1.1 0.5 0.02
Fruits 55 %, sucre de canne, jus de citron concentré, gélifiant : pectines.

Filets de maquereau|à la moutarde, au vin blanc, nature, au citron
169 g / 3 x 113 g|Filets de maquereaux appertisés|14 3.1 2.4 1.9 0.5 15 1.1
Filets de MAQUEREAUX 63 %, eau, huile de tournesol, MOUTARDE, vinaigre, sel.

Lessive liquide|lavande, peaux sensibles, linge noir
1,5 L / 3 L|Lessive liquide concentrée

Éponges grattantes|lot familial, grand format
x 3 / x 6|Éponges végétales`
  .split('\n\n')
  .map((text) => {
    const [first = '', second = '', ingredients = null] = text.split('\n')
    const [name = '', variants = ''] = first.split('|')
    const [packs = '', legalName = '', grams] = second.split('|')
    const amounts = grams?.split(' ').map((amount, i) => [nutrients[i], Number(amount)])
    return {
      ...{ name, variants: splitList(variants), packs: packs.split(' / '), legalName, ingredients },
      amounts: amounts ? (Object.fromEntries(amounts) as Amounts) : null,
    }
  })

// Energy follows from the amounts, as the regulation counts it.
export const toKilojoules = ({ fat, carbohydrates, proteins, fibre }: Amounts): number =>
  Math.round(37 * fat + 17 * (carbohydrates + proteins) + 8 * (fibre ?? 0))
export const toKilocalories = ({ fat, carbohydrates, proteins, fibre }: Amounts): number =>
  Math.round(9 * fat + 4 * (carbohydrates + proteins) + 2 * (fibre ?? 0))
