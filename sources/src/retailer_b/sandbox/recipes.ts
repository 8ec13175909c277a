// What the pretend grocer sells: kinds of food with their recipes and amounts per 100 g, and some goods nobody eats.

export type Amounts = {
  fat: number
  saturates: number
  carbohydrates: number
  sugars: number
  fibre: number | null
  proteins: number
  salt: number
}

export type Kind = {
  name: string
  variants: readonly string[]
  packs: readonly string[]
  legalName: string
  ingredients: string | null
  amounts: Amounts | null
  unitPrice: boolean
}

const amounts = (
  fat: number,
  saturates: number,
  carbohydrates: number,
  sugars: number,
  fibre: number,
  proteins: number,
  salt: number,
): Amounts => ({ fat, saturates, carbohydrates, sugars, fibre, proteins, salt })

export const kinds: readonly Kind[] = [
  {
    name: 'Biscuits au beurre',
    variants: ['pur beurre', 'aux pépites', 'à la fleur de sel', 'croustillants'],
    packs: ['200 g', '4 x 50 g', '350 g'],
    legalName: 'Biscuits sablés au beurre',
    ingredients: 'Farine de BLÉ, BEURRE 24 %, sucre, ŒUFS, sel, poudre à lever : carbonates de sodium.',
    amounts: amounts(23, 15, 62, 22, 2.1, 6.8, 0.9),
    unitPrice: true,
  },
  {
    name: 'Yaourt',
    variants: ['nature', 'sur lit de fraise', 'à la vanille', 'brassé'],
    packs: ['4 x 125 g', '8 x 125 g', '500 g'],
    legalName: 'Yaourt au lait entier',
    ingredients: 'LAIT entier 82 %, sucre 9 %, fruits 8 %, ferments lactiques (LAIT).',
    amounts: amounts(3.4, 2.2, 13, 12, 0.4, 3.6, 0.12),
    unitPrice: true,
  },
  {
    name: 'Soupe de légumes',
    variants: ['du jardin', 'au potiron', 'à la tomate', 'paysanne'],
    packs: ['1 L', '2 x 30 cL'],
    legalName: 'Soupe de légumes pasteurisée',
    ingredients: 'Eau, légumes 42 % (carotte, poireau, pomme de terre, CÉLERI), huile de colza, sel, épices.',
    amounts: amounts(1.6, 0.3, 5.4, 2.2, 1.3, 0.9, 0.65),
    unitPrice: true,
  },
  {
    name: 'Pâtes complètes',
    variants: ['torsades', 'coquillettes', 'spaghetti', 'plumes'],
    packs: ['500 g', '1 kg'],
    legalName: 'Pâtes alimentaires complètes de qualité supérieure',
    ingredients: 'Semoule complète de BLÉ dur.',
    amounts: amounts(2.1, 0.4, 65, 3.2, 8, 13, 0.02),
    unitPrice: true,
  },
  {
    name: 'Confiture extra',
    variants: ["d'abricot", 'de fraise', 'de figue', 'de mûre'],
    packs: ['370 g', '2 x 320 g'],
    legalName: 'Confiture extra',
    ingredients: 'Fruits 55 %, sucre de canne, jus de citron concentré, gélifiant : pectines.',
    amounts: amounts(0.2, 0.1, 58, 57, 1.1, 0.5, 0.02),
    unitPrice: true,
  },
  {
    name: 'Filets de maquereau',
    variants: ['à la moutarde', 'au vin blanc', 'nature', 'au citron'],
    packs: ['169 g', '3 x 113 g'],
    legalName: 'Filets de maquereaux appertisés',
    ingredients: 'Filets de MAQUEREAUX 63 %, eau, huile de tournesol, MOUTARDE, vinaigre, sel.',
    amounts: amounts(14, 3.1, 2.4, 1.9, 0.5, 15, 1.1),
    unitPrice: true,
  },
  {
    name: 'Lessive liquide',
    variants: ['lavande', 'peaux sensibles', 'linge noir'],
    packs: ['1,5 L', '3 L'],
    legalName: 'Lessive liquide concentrée',
    ingredients: null,
    amounts: null,
    unitPrice: false,
  },
  {
    name: 'Éponges grattantes',
    variants: ['lot familial', 'grand format'],
    packs: ['x 3', 'x 6'],
    legalName: 'Éponges végétales',
    ingredients: null,
    amounts: null,
    unitPrice: false,
  },
]
