// The kinds of products of the sandbox grocer: recipes with amounts per 100 g, and some household goods.

const nutrients = ['fat', 'saturates', 'carbohydrates', 'sugars', 'fibre', 'proteins', 'salt'] as const

export type Amounts = Record<Exclude<(typeof nutrients)[number], 'fibre'>, number> & { fibre: number | null }

export type Kind = ReturnType<typeof kind>

/** `grams` are the nutrients per 100 g; without ingredients and grams it is not food. */
const kind = (
  name: string,
  variants: readonly string[],
  packs: readonly string[],
  legalName: string,
  ingredients: string | null = null,
  ...grams: readonly number[]
) => ({
  ...{ name, variants, packs, legalName, ingredients },
  amounts:
    ingredients === null
      ? null
      : (Object.fromEntries(nutrients.map((nutrient, i) => [nutrient, grams[i]])) as Amounts),
})

export const kinds: readonly Kind[] = [
  kind(
    'Biscuits au beurre',
    ['pur beurre', 'aux pépites', 'à la fleur de sel', 'croustillants'],
    ['200 g', '4 x 50 g', '350 g'],
    'Biscuits sablés au beurre',
    'Farine de BLÉ, BEURRE 24 %, sucre, ŒUFS, sel, poudre à lever : carbonates de sodium.',
    ...[23, 15, 62, 22, 2.1, 6.8, 0.9],
  ),
  kind(
    'Yaourt',
    ['nature', 'sur lit de fraise', 'à la vanille', 'brassé'],
    ['4 x 125 g', '8 x 125 g', '500 g'],
    'Yaourt au lait entier',
    'LAIT entier 82 %, sucre 9 %, fruits 8 %, ferments lactiques (LAIT).',
    ...[3.4, 2.2, 13, 12, 0.4, 3.6, 0.12],
  ),
  kind(
    'Soupe de légumes',
    ['du jardin', 'au potiron', 'à la tomate', 'paysanne'],
    ['1 L', '2 x 30 cL'],
    'Soupe de légumes pasteurisée',
    'Eau, légumes 42 % (carotte, poireau, pomme de terre, CÉLERI), huile de colza, sel, épices.',
    ...[1.6, 0.3, 5.4, 2.2, 1.3, 0.9, 0.65],
  ),
  kind(
    'Pâtes complètes',
    ['torsades', 'coquillettes', 'spaghetti', 'plumes'],
    ['500 g', '1 kg'],
    'Pâtes alimentaires complètes de qualité supérieure',
    'Semoule complète de BLÉ dur.',
    ...[2.1, 0.4, 65, 3.2, 8, 13, 0.02],
  ),
  kind(
    'Confiture extra',
    ["d'abricot", 'de fraise', 'de figue', 'de mûre'],
    ['370 g', '2 x 320 g'],
    'Confiture extra',
    'Fruits 55 %, sucre de canne, jus de citron concentré, gélifiant : pectines.',
    ...[0.2, 0.1, 58, 57, 1.1, 0.5, 0.02],
  ),
  kind(
    'Filets de maquereau',
    ['à la moutarde', 'au vin blanc', 'nature', 'au citron'],
    ['169 g', '3 x 113 g'],
    'Filets de maquereaux appertisés',
    'Filets de MAQUEREAUX 63 %, eau, huile de tournesol, MOUTARDE, vinaigre, sel.',
    ...[14, 3.1, 2.4, 1.9, 0.5, 15, 1.1],
  ),
  kind(
    'Lessive liquide',
    ['lavande', 'peaux sensibles', 'linge noir'],
    ['1,5 L', '3 L'],
    'Lessive liquide concentrée',
  ),
  kind('Éponges grattantes', ['lot familial', 'grand format'], ['x 3', 'x 6'], 'Éponges végétales'),
]

// Energy follows from the amounts, as the regulation counts it.
export const toKilojoules = ({ fat, carbohydrates, proteins, fibre }: Amounts): number =>
  Math.round(37 * fat + 17 * (carbohydrates + proteins) + 8 * (fibre ?? 0))
export const toKilocalories = ({ fat, carbohydrates, proteins, fibre }: Amounts): number =>
  Math.round(9 * fat + 4 * (carbohydrates + proteins) + 2 * (fibre ?? 0))
