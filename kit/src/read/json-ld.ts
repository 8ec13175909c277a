// JSON-LD: the linked data that a page publishes for search engines, as one flat list of nodes, and the hierarchy of
// schema.org types. A block that cannot be read is left out, never a failure.
import { checkCountBudget, checkIslandBudget } from './page-budget.ts'
import { type JsonObject, parseJson } from './parse-json.ts'
import { scripts } from './scan-tags.ts'
import { asArray, asObject } from './values.ts'

const maxNodes = 10_000

/**
 * All nodes of all blocks, in page order, with arrays and `@graph` flattened.
 *
 * @example
 * const [product] = filterByType(jsonLd(page.body), 'Product')
 */
export function jsonLd(html: string): JsonObject[] {
  checkIslandBudget(html.length)
  const nodes: JsonObject[] = []
  if (!/ld\+json/i.test(html)) return nodes
  let blocks = 0
  for (const script of scripts(html)) {
    if (!/^\s*application\/ld\+json\b/i.test(script.attributes.get('type') ?? '')) continue
    checkCountBudget('blocks', ++blocks)
    flatten(parseJson(html.slice(script.start, script.end)), nodes)
  }
  return nodes
}

/** Recursion is bounded by the parser's depth limit. */
function flatten(value: unknown, nodes: JsonObject[]): void {
  if (nodes.length >= maxNodes) return
  for (const item of asArray(value)) flatten(item, nodes)
  const node = asObject(value)
  if (!node) return
  if (node['@graph'] === undefined || node['@type'] !== undefined) nodes.push(node)
  flatten(node['@graph'], nodes)
}

/**
 * The nodes of a schema.org type or of any of its subtypes: `filterByType(nodes, 'Event')` finds a MusicEvent.
 */
export function filterByType(nodes: readonly JsonObject[], type: string): JsonObject[] {
  const types = new Set([type, ...listSubtypes(type)])
  return nodes.filter((node) => readTypes(node).some((name) => types.has(name)))
}

/** The types of a node without their vocabulary: `http://schema.org/Event` and `schema:Event` are `Event`. */
export function readTypes(node: JsonObject): string[] {
  const types = Array.isArray(node['@type']) ? node['@type'] : [node['@type']]
  return types
    .filter((type): type is string => typeof type === 'string')
    .map((type) =>
      type.trim().slice(Math.max(...[...'/#:'].map((mark) => type.trim().lastIndexOf(mark))) + 1),
    )
}

function listSubtypes(type: string): string[] {
  const direct = subtypes.get(type)?.split(' ') ?? []
  return [...direct, ...direct.flatMap(listSubtypes)]
}

/** The part of schema.org's hierarchy that sources use: types with their direct subtypes. */
const subtypes = new Map(
  Object.entries({
    Event:
      'BusinessEvent ChildrensEvent ComedyEvent ConferenceEvent CourseInstance DanceEvent DeliveryEvent EducationEvent EventSeries ExhibitionEvent Festival FoodEvent Hackathon LiteraryEvent MusicEvent PerformingArtsEvent PublicationEvent SaleEvent ScreeningEvent SocialEvent SportsEvent TheaterEvent UserInteraction VisualArtsEvent',
    PublicationEvent: 'BroadcastEvent OnDemandEvent',
    Product:
      'DietarySupplement Drug IndividualProduct ProductCollection ProductGroup ProductModel SomeProducts Vehicle',
    Offer: 'AggregateOffer OfferForLease OfferForPurchase',
    Organization:
      'Airline Consortium Cooperative Corporation EducationalOrganization FundingScheme GovernmentOrganization LibrarySystem LocalBusiness MedicalOrganization NGO NewsMediaOrganization OnlineBusiness PerformingGroup PoliticalParty Project ResearchOrganization SearchRescueOrganization SportsOrganization WorkersUnion',
    OnlineBusiness: 'OnlineMarketplace OnlineStore',
    EducationalOrganization: 'CollegeOrUniversity ElementarySchool HighSchool MiddleSchool Preschool School',
    PerformingGroup: 'DanceGroup MusicGroup TheaterGroup',
    SportsOrganization: 'SportsTeam',
    LocalBusiness:
      'AnimalShelter ArchiveOrganization AutomotiveBusiness ChildCare Dentist DryCleaningOrLaundry EmergencyService EmploymentAgency EntertainmentBusiness FinancialService FoodEstablishment GovernmentOffice HealthAndBeautyBusiness HomeAndConstructionBusiness InternetCafe LegalService Library LodgingBusiness MedicalBusiness ProfessionalService RadioStation RealEstateAgent RecyclingCenter SelfStorage ShoppingCenter SportsActivityLocation Store TelevisionStation TouristInformationCenter TravelAgency',
    Store:
      'BookStore ClothingStore ComputerStore ConvenienceStore DepartmentStore ElectronicsStore Florist FurnitureStore GardenStore GroceryStore HardwareStore HobbyShop HomeGoodsStore JewelryStore LiquorStore MensClothingStore MobilePhoneStore MovieRentalStore MusicStore OfficeEquipmentStore OutletStore PawnShop PetStore ShoeStore SportingGoodsStore TireShop ToyStore WholesaleStore',
    Accommodation: 'Apartment CampingPitch House Room Suite',
    Residence: 'Apartment ApartmentComplex GatedResidenceCommunity House SingleFamilyResidence',
    House: 'SingleFamilyResidence',
    Place: 'Accommodation CivicStructure Landform LocalBusiness Residence TouristAttraction',
    WebPage:
      'AboutPage CheckoutPage CollectionPage ContactPage FAQPage ItemPage ProfilePage QAPage RealEstateListing SearchResultsPage',
    Article:
      'AdvertiserContentArticle NewsArticle Report SatiricalArticle ScholarlyArticle SocialMediaPosting TechArticle',
    NewsArticle:
      'AnalysisNewsArticle AskPublicNewsArticle BackgroundNewsArticle OpinionNewsArticle ReportageNewsArticle ReviewNewsArticle',
    SocialMediaPosting: 'BlogPosting DiscussionForumPosting LiveBlogPosting',
    ItemList: 'BreadcrumbList HowToSection HowToStep OfferCatalog',
    Rating: 'AggregateRating EndorsementRating',
  }),
)
