// What INSEE's codes for legal forms, regions and departments mean.

/** Legal forms by the first two digits of their code. The other digits only divide them further. */
const forms: Readonly<Record<string, string>> = {
  22: 'Société créée de fait',
  41: 'Établissement public ou régie à caractère industriel ou commercial',
  51: 'Société coopérative commerciale particulière',
  52: 'Société en nom collectif',
  53: 'Société en commandite',
  54: 'Société à responsabilité limitée (SARL)',
  55: "Société anonyme à conseil d'administration",
  56: 'Société anonyme à directoire',
  57: 'Société par actions simplifiée (SAS)',
  58: 'Société européenne',
  61: "Caisse d'épargne et de prévoyance",
  62: "Groupement d'intérêt économique",
  63: 'Société coopérative agricole',
  65: 'Société civile',
  92: 'Association loi 1901 ou assimilé',
  93: 'Fondation',
}

/** Null for a code that is missing or not a company's. */
export const findLegalForm = (code: string | null): string | null => forms[code?.slice(0, 2) ?? ''] ?? null

const parseTable = (rows: string): ReadonlyMap<string, string> =>
  new Map(
    rows
      .split('|')
      .map((row) => row.trim())
      .map((row): [string, string] => [row.slice(0, row.indexOf(' ')), row.slice(row.indexOf(' ') + 1)]),
  )

export const frenchRegions = parseTable(`
  01 Guadeloupe|02 Martinique|03 Guyane|04 La Réunion|06 Mayotte|11 Île-de-France|24 Centre-Val de Loire|
  27 Bourgogne-Franche-Comté|28 Normandie|32 Hauts-de-France|44 Grand Est|52 Pays de la Loire|53 Bretagne|
  75 Nouvelle-Aquitaine|76 Occitanie|84 Auvergne-Rhône-Alpes|93 Provence-Alpes-Côte d'Azur|94 Corse`)

export const frenchDepartments = parseTable(`
  01 Ain|02 Aisne|03 Allier|04 Alpes-de-Haute-Provence|05 Hautes-Alpes|06 Alpes-Maritimes|07 Ardèche|
  08 Ardennes|09 Ariège|10 Aube|11 Aude|12 Aveyron|13 Bouches-du-Rhône|14 Calvados|15 Cantal|16 Charente|
  17 Charente-Maritime|18 Cher|19 Corrèze|21 Côte-d'Or|22 Côtes-d'Armor|23 Creuse|24 Dordogne|25 Doubs|
  26 Drôme|27 Eure|28 Eure-et-Loir|29 Finistère|2A Corse-du-Sud|2B Haute-Corse|30 Gard|31 Haute-Garonne|
  32 Gers|33 Gironde|34 Hérault|35 Ille-et-Vilaine|36 Indre|37 Indre-et-Loire|38 Isère|39 Jura|40 Landes|
  41 Loir-et-Cher|42 Loire|43 Haute-Loire|44 Loire-Atlantique|45 Loiret|46 Lot|47 Lot-et-Garonne|48 Lozère|
  49 Maine-et-Loire|50 Manche|51 Marne|52 Haute-Marne|53 Mayenne|54 Meurthe-et-Moselle|55 Meuse|56 Morbihan|
  57 Moselle|58 Nièvre|59 Nord|60 Oise|61 Orne|62 Pas-de-Calais|63 Puy-de-Dôme|64 Pyrénées-Atlantiques|
  65 Hautes-Pyrénées|66 Pyrénées-Orientales|67 Bas-Rhin|68 Haut-Rhin|69 Rhône|70 Haute-Saône|
  71 Saône-et-Loire|72 Sarthe|73 Savoie|74 Haute-Savoie|75 Paris|76 Seine-Maritime|77 Seine-et-Marne|
  78 Yvelines|79 Deux-Sèvres|80 Somme|81 Tarn|82 Tarn-et-Garonne|83 Var|84 Vaucluse|85 Vendée|86 Vienne|
  87 Haute-Vienne|88 Vosges|89 Yonne|90 Territoire de Belfort|91 Essonne|92 Hauts-de-Seine|
  93 Seine-Saint-Denis|94 Val-de-Marne|95 Val-d'Oise|971 Guadeloupe|972 Martinique|973 Guyane|
  974 La Réunion|975 Saint-Pierre-et-Miquelon|976 Mayotte|977 Saint-Barthélemy|978 Saint-Martin|
  984 Terres australes et antarctiques françaises|986 Wallis-et-Futuna|987 Polynésie française|
  988 Nouvelle-Calédonie|989 Île de Clipperton`)
