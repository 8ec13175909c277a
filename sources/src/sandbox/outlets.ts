// Newspapers and magazines of the sandbox, each with one language and one country.
import type { CountryCode } from './places.ts'
import type { Language } from './words.ts'

export type Outlet = { name: string; domain: string; language: Language; country: CountryCode }

const outlet = (name: string, domain: string, language: Language, country: CountryCode): Outlet => ({
  name,
  domain: `${domain}.example`,
  language,
  country,
})

export const outlets: readonly Outlet[] = [
  outlet('The Ledger Post', 'ledgerpost', 'en', 'US'),
  outlet('Founders Wire', 'founderswire', 'en', 'US'),
  outlet('Harbour Gazette', 'harbourgazette', 'en', 'GB'),
  outlet('Round Table Weekly', 'roundtableweekly', 'en', 'GB'),
  outlet('Industry Almanac', 'industryalmanac', 'en', 'US'),
  outlet('Maple Business Journal', 'maplebusiness', 'en', 'CA'),
  outlet('The Evening Circuit', 'eveningcircuit', 'en', 'IE'),
  outlet('Capital Notebook', 'capitalnotebook', 'en', 'US'),
  outlet('Le Courrier des Affaires', 'courrierdesaffaires', 'fr', 'FR'),
  outlet('La Gazette du Numérique', 'gazettedunumerique', 'fr', 'FR'),
  outlet("L'Écho des Régions", 'echodesregions', 'fr', 'FR'),
  outlet('Le Carnet des Startups', 'carnetdesstartups', 'fr', 'FR'),
  outlet('Bruxelles Économie', 'bruxelleseconomie', 'fr', 'BE'),
  outlet('Le Journal du Léman', 'journalduleman', 'fr', 'CH'),
  outlet('El Cuaderno Económico', 'cuadernoeconomico', 'es', 'ES'),
  outlet('Diario de Empresas', 'diariodeempresas', 'es', 'ES'),
  outlet('La Brújula Financiera', 'brujulafinanciera', 'es', 'MX'),
  outlet('Wirtschaft am Morgen', 'wirtschaftammorgen', 'de', 'DE'),
  outlet('Gründerkurier', 'gruenderkurier', 'de', 'DE'),
  outlet('Zürcher Handelsblick', 'zuercherhandelsblick', 'de', 'CH'),
]
