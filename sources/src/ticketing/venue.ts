// The venue of an event, the same record in details and in search results.
import { namedObject, nullable, number, text } from '@quarry/kit/schema'

export const venue = namedObject('TicketingVenue', {
  id: nullable(text('296212382')),
  name: nullable(text('Le Grand Hangar')),
  address: nullable(text('12 quai des Brumes', 'The street part of the address.')),
  city: nullable(text('Nantes')),
  region: nullable(text('Pays de la Loire')),
  country: nullable(text('FR', 'As the site writes it, mostly an ISO 3166 code.')),
  postal_code: nullable(text('44000')),
  latitude: nullable(number(47.2184, 'In degrees, north is positive.')),
  longitude: nullable(number(-1.5536, 'In degrees, east is positive.')),
})
