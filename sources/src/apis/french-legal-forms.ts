// Legal forms of French companies by the first two digits of INSEE's code. The other digits only divide them further.

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
