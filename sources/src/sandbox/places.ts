// Countries and cities of the sandbox: real ones, so that addresses, time zones and postal codes agree.
import { once, type Random } from './random.ts'
import { slugify } from './slugify.ts'

export type CountryCode = keyof typeof cities

export type Place = ReturnType<typeof readPlace>

type Country = { name: string; language: string; currency: string; callingCode: string; zone?: string }

/** No time zone if the country has several; its cities then have theirs. */
export const countries: Readonly<Record<CountryCode, Country>> = {
  FR: { name: 'France', language: 'fr', currency: 'EUR', callingCode: '33', zone: 'Europe/Paris' },
  ES: { name: 'Spain', language: 'es', currency: 'EUR', callingCode: '34', zone: 'Europe/Madrid' },
  GB: { name: 'United Kingdom', language: 'en', currency: 'GBP', callingCode: '44', zone: 'Europe/London' },
  DE: { name: 'Germany', language: 'de', currency: 'EUR', callingCode: '49', zone: 'Europe/Berlin' },
  US: { name: 'United States', language: 'en', currency: 'USD', callingCode: '1' },
  MX: { name: 'Mexico', language: 'es', currency: 'MXN', callingCode: '52', zone: 'America/Mexico_City' },
  IT: { name: 'Italy', language: 'it', currency: 'EUR', callingCode: '39', zone: 'Europe/Rome' },
  BE: { name: 'Belgium', language: 'fr', currency: 'EUR', callingCode: '32', zone: 'Europe/Brussels' },
  NL: { name: 'Netherlands', language: 'nl', currency: 'EUR', callingCode: '31', zone: 'Europe/Amsterdam' },
  CA: { name: 'Canada', language: 'en', currency: 'CAD', callingCode: '1' },
  CH: { name: 'Switzerland', language: 'de', currency: 'CHF', callingCode: '41', zone: 'Europe/Zurich' },
  PT: { name: 'Portugal', language: 'pt', currency: 'EUR', callingCode: '351', zone: 'Europe/Lisbon' },
  IE: { name: 'Ireland', language: 'en', currency: 'EUR', callingCode: '353', zone: 'Europe/Dublin' },
}

/** All cities, in a fixed order: index is position. */
export const listPlaces = once((): readonly Place[] =>
  (Object.keys(countries) as CountryCode[])
    .flatMap((code) => cities[code].split('\n').map((line) => ({ code, line })))
    .map(({ code, line }, index) => readPlace(line, code, index)),
)

function readPlace(line: string, countryCode: CountryCode, index: number) {
  const [city = '', region = '', code = '', department = '', postal = '', lat = '', lng = '', cityZone] =
    line.split('|')
  const { name, zone = 'UTC' } = countries[countryCode]
  const isFrench = countryCode === 'FR'
  return {
    index,
    city,
    slug: slugify(city),
    region,
    /** The state or province if addresses have one (`CA`), else null. */
    regionCode: isFrench || code === '' ? null : code,
    /** The French department (`69`), else null. */
    departmentCode: isFrench ? code : null,
    departmentName: isFrench ? department : null,
    /** `#` is a digit, `@` a letter. */
    postalPattern: postal,
    country: name,
    countryCode,
    lat: Number(lat),
    lng: Number(lng),
    timezone: cityZone ?? zone,
  }
}

export const listPlacesIn = (...codes: readonly CountryCode[]): readonly Place[] =>
  listPlaces().filter((place) => codes.includes(place.countryCode))

export const listFrenchPlaces = once(() => listPlacesIn('FR'))

/** A postal code that fits the pattern of the city. */
export function makePostalCode(place: Place, random: Random): string {
  // Only here would the pattern allow codes that do not exist: Paris has districts 1 to 20.
  if (place.city === 'Paris') return `750${String(random.int(1, 20)).padStart(2, '0')}`
  return place.postalPattern
    .replace(/#/g, () => String(random.int(0, 9)))
    .replace(/@/g, () => random.pick([...'ABDEFGHJLNPRSTUWXYZ']))
}

/**
 * Real cities, one line each: name|region|department or state code|department name|postal pattern|latitude|longitude|
 * time zone if the country has several. In the pattern `#` is a digit, `@` a letter.
 */
const cities = {
  FR: `Paris|Île-de-France|75|Paris|750##|48.8566|2.3522
Lyon|Auvergne-Rhône-Alpes|69|Rhône|6900#|45.764|4.8357
Marseille|Provence-Alpes-Côte d'Azur|13|Bouches-du-Rhône|1300#|43.2965|5.3698
Toulouse|Occitanie|31|Haute-Garonne|31#00|43.6047|1.4442
Nice|Provence-Alpes-Côte d'Azur|06|Alpes-Maritimes|06#00|43.7102|7.262
Nantes|Pays de la Loire|44|Loire-Atlantique|44#00|47.2184|-1.5536
Montpellier|Occitanie|34|Hérault|340#0|43.6108|3.8767
Strasbourg|Grand Est|67|Bas-Rhin|67#00|48.5734|7.7521
Bordeaux|Nouvelle-Aquitaine|33|Gironde|33#00|44.8378|-0.5792
Lille|Hauts-de-France|59|Nord|59#00|50.6292|3.0573
Rennes|Bretagne|35|Ille-et-Vilaine|35#00|48.1173|-1.6778
Reims|Grand Est|51|Marne|51100|49.2583|4.0317
Toulon|Provence-Alpes-Côte d'Azur|83|Var|83#00|43.1242|5.928
Grenoble|Auvergne-Rhône-Alpes|38|Isère|38#00|45.1885|5.7245
Dijon|Bourgogne-Franche-Comté|21|Côte-d'Or|21000|47.322|5.0415
Angers|Pays de la Loire|49|Maine-et-Loire|49#00|47.4784|-0.5632
Nîmes|Occitanie|30|Gard|30#00|43.8367|4.3601
Clermont-Ferrand|Auvergne-Rhône-Alpes|63|Puy-de-Dôme|63#00|45.7772|3.087
Tours|Centre-Val de Loire|37|Indre-et-Loire|37#00|47.3941|0.6848
Limoges|Nouvelle-Aquitaine|87|Haute-Vienne|87#00|45.8336|1.2611
Amiens|Hauts-de-France|80|Somme|80#00|49.8941|2.2958
Metz|Grand Est|57|Moselle|57#00|49.1193|6.1757
Besançon|Bourgogne-Franche-Comté|25|Doubs|25000|47.2378|6.0241
Orléans|Centre-Val de Loire|45|Loiret|45#00|47.9029|1.9093
Rouen|Normandie|76|Seine-Maritime|76#00|49.4432|1.0993
Caen|Normandie|14|Calvados|14000|49.1829|-0.3707
Nancy|Grand Est|54|Meurthe-et-Moselle|54#00|48.6921|6.1844
Saint-Étienne|Auvergne-Rhône-Alpes|42|Loire|42#00|45.4397|4.3872
Brest|Bretagne|29|Finistère|29200|48.3904|-4.4861
La Rochelle|Nouvelle-Aquitaine|17|Charente-Maritime|17000|46.1603|-1.1511
Annecy|Auvergne-Rhône-Alpes|74|Haute-Savoie|74000|45.8992|6.1294
Perpignan|Occitanie|66|Pyrénées-Orientales|66#00|42.6887|2.8948
Bayonne|Nouvelle-Aquitaine|64|Pyrénées-Atlantiques|64100|43.4929|-1.4748
Avignon|Provence-Alpes-Côte d'Azur|84|Vaucluse|84000|43.9493|4.8055
Poitiers|Nouvelle-Aquitaine|86|Vienne|86000|46.5802|0.3404
Versailles|Île-de-France|78|Yvelines|78000|48.8014|2.1301
Boulogne-Billancourt|Île-de-France|92|Hauts-de-Seine|92100|48.8397|2.2399
Le Mans|Pays de la Loire|72|Sarthe|72#00|48.0061|0.1996`,
  ES: `Madrid|Comunidad de Madrid|||280##|40.4168|-3.7038
Barcelona|Cataluña|||080##|41.3874|2.1686
Valencia|Comunidad Valenciana|||460##|39.4699|-0.3763
Sevilla|Andalucía|||410##|37.3891|-5.9845
Zaragoza|Aragón|||500##|41.6488|-0.8891
Málaga|Andalucía|||290##|36.7213|-4.4214
Bilbao|País Vasco|||480##|43.263|-2.935
Murcia|Región de Murcia|||300##|37.9922|-1.1307
Palma|Islas Baleares|||070##|39.5696|2.6502
Granada|Andalucía|||180##|37.1773|-3.5986`,
  GB: `London|England|||EC#A #@@|51.5074|-0.1278
Manchester|England|||M# #@@|53.4808|-2.2426
Birmingham|England|||B# #@@|52.4862|-1.8904
Leeds|England|||LS# #@@|53.8008|-1.5491
Glasgow|Scotland|||G# #@@|55.8642|-4.2518
Edinburgh|Scotland|||EH# #@@|55.9533|-3.1883
Bristol|England|||BS# #@@|51.4545|-2.5879
Liverpool|England|||L# #@@|53.4084|-2.9916
Cardiff|Wales|||CF# #@@|51.4816|-3.1791
Belfast|Northern Ireland|||BT# #@@|54.5973|-5.9301
Cambridge|England|||CB# #@@|52.2053|0.1218
Oxford|England|||OX# #@@|51.752|-1.2577
Brighton|England|||BN# #@@|50.8225|-0.1372`,
  DE: `Berlin|Berlin|||101##|52.52|13.405
Hamburg|Hamburg|||203##|53.5511|9.9937
München|Bayern|||803##|48.1351|11.582
Köln|Nordrhein-Westfalen|||506##|50.9375|6.9603
Frankfurt am Main|Hessen|||603##|50.1109|8.6821
Stuttgart|Baden-Württemberg|||701##|48.7758|9.1829
Düsseldorf|Nordrhein-Westfalen|||402##|51.2277|6.7735
Leipzig|Sachsen|||041##|51.3397|12.3731
Dresden|Sachsen|||010##|51.0504|13.7373
Hannover|Niedersachsen|||301##|52.3759|9.732
Nürnberg|Bayern|||904##|49.4521|11.0767
Bremen|Bremen|||281##|53.0793|8.8017`,
  US: `New York|New York|NY||100##|40.7128|-74.006|America/New_York
San Francisco|California|CA||941##|37.7749|-122.4194|America/Los_Angeles
Los Angeles|California|CA||900##|34.0522|-118.2437|America/Los_Angeles
Chicago|Illinois|IL||606##|41.8781|-87.6298|America/Chicago
Boston|Massachusetts|MA||021##|42.3601|-71.0589|America/New_York
Seattle|Washington|WA||981##|47.6062|-122.3321|America/Los_Angeles
Austin|Texas|TX||787##|30.2672|-97.7431|America/Chicago
Houston|Texas|TX||770##|29.7604|-95.3698|America/Chicago
Denver|Colorado|CO||802##|39.7392|-104.9903|America/Denver
Atlanta|Georgia|GA||303##|33.749|-84.388|America/New_York
Miami|Florida|FL||331##|25.7617|-80.1918|America/New_York
Philadelphia|Pennsylvania|PA||191##|39.9526|-75.1652|America/New_York
Portland|Oregon|OR||972##|45.5152|-122.6784|America/Los_Angeles
San Diego|California|CA||921##|32.7157|-117.1611|America/Los_Angeles
Minneapolis|Minnesota|MN||554##|44.9778|-93.265|America/Chicago
Cleveland|Ohio|OH||441##|41.4993|-81.6944|America/New_York
Detroit|Michigan|MI||482##|42.3314|-83.0458|America/Detroit
Phoenix|Arizona|AZ||850##|33.4484|-112.074|America/Phoenix
Nashville|Tennessee|TN||372##|36.1627|-86.7816|America/Chicago
Raleigh|North Carolina|NC||276##|35.7796|-78.6382|America/New_York
Pittsburgh|Pennsylvania|PA||152##|40.4406|-79.9959|America/New_York
Milwaukee|Wisconsin|WI||532##|43.0389|-87.9065|America/Chicago
Salt Lake City|Utah|UT||841##|40.7608|-111.891|America/Denver
Cincinnati|Ohio|OH||452##|39.1031|-84.512|America/New_York`,
  MX: `Ciudad de México|Ciudad de México|||06###|19.4326|-99.1332
Guadalajara|Jalisco|||44###|20.6597|-103.3496
Monterrey|Nuevo León|||64###|25.6866|-100.3161|America/Monterrey
Puebla|Puebla|||72###|19.0414|-98.2063
Querétaro|Querétaro|||76###|20.5888|-100.3899
Mérida|Yucatán|||97###|20.9674|-89.5926|America/Merida
Tijuana|Baja California|||22###|32.5149|-117.0382|America/Tijuana`,
  IT: `Roma|Lazio|||001##|41.9028|12.4964
Milano|Lombardia|||201##|45.4642|9.19
Torino|Piemonte|||101##|45.0703|7.6869
Napoli|Campania|||801##|40.8518|14.2681
Bologna|Emilia-Romagna|||401##|44.4949|11.3426
Firenze|Toscana|||501##|43.7696|11.2558
Genova|Liguria|||161##|44.4056|8.9463
Verona|Veneto|||371##|45.4384|10.9916`,
  BE: `Bruxelles|Bruxelles-Capitale|||10#0|50.8503|4.3517
Antwerpen|Vlaanderen|||20#0|51.2194|4.4025
Gent|Vlaanderen|||90#0|51.0543|3.7174
Liège|Wallonie|||40#0|50.6326|5.5797
Charleroi|Wallonie|||60#0|50.4108|4.4446
Namur|Wallonie|||50#0|50.4674|4.872`,
  NL: `Amsterdam|Noord-Holland|||10## @@|52.3676|4.9041
Rotterdam|Zuid-Holland|||30## @@|51.9244|4.4777
Utrecht|Utrecht|||35## @@|52.0907|5.1214
Den Haag|Zuid-Holland|||25## @@|52.0705|4.3007
Eindhoven|Noord-Brabant|||56## @@|51.4416|5.4697
Groningen|Groningen|||97## @@|53.2194|6.5665`,
  CA: `Toronto|Ontario|ON||M#@ #@#|43.6532|-79.3832|America/Toronto
Montréal|Québec|QC||H#@ #@#|45.5019|-73.5674|America/Toronto
Vancouver|British Columbia|BC||V#@ #@#|49.2827|-123.1207|America/Vancouver
Calgary|Alberta|AB||T#@ #@#|51.0447|-114.0719|America/Edmonton
Ottawa|Ontario|ON||K#@ #@#|45.4215|-75.6972|America/Toronto
Québec|Québec|QC||G#@ #@#|46.8139|-71.208|America/Toronto
Halifax|Nova Scotia|NS||B#@ #@#|44.6488|-63.5752|America/Halifax`,
  CH: `Zürich|Zürich|||80##|47.3769|8.5417
Genève|Genève|||12##|46.2044|6.1432
Lausanne|Vaud|||10##|46.5197|6.6323
Basel|Basel-Stadt|||40##|47.5596|7.5886`,
  PT: `Lisboa|Lisboa|||1#00-###|38.7223|-9.1393
Porto|Porto|||4#00-###|41.1579|-8.6291
Braga|Braga|||4710-###|41.5454|-8.4265`,
  IE: `Dublin|Leinster|||D0# @###|53.3498|-6.2603
Cork|Munster|||T12 @###|51.8985|-8.4756
Galway|Connacht|||H91 @###|53.2707|-9.0568`,
}
