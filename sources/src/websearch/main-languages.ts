// The main languages of countries that have one, by two-letter codes.
export const mainLanguages: Readonly<Record<string, string>> = {
  ...{ at: 'de', br: 'pt', cz: 'cs', de: 'de', dk: 'da', es: 'es', fi: 'fi', fr: 'fr', gr: 'el', hu: 'hu' },
  ...{ it: 'it', jp: 'ja', kr: 'ko', mx: 'es', nl: 'nl', no: 'no', pl: 'pl', pt: 'pt', ro: 'ro', ru: 'ru' },
  ...{ se: 'sv', tr: 'tr', ua: 'uk' },
}
