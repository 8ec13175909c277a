// The venue of an event, the same record in details and in search results.
import { nullable, number, object, text } from '../../lib/schema.ts'

export const venue = object({
  id: nullable(text('296212382')),
  name: nullable(text('Le Grand Hangar')),
  address: nullable(text('12 quai des Brumes')),
  city: nullable(text('Nantes')),
  region: nullable(text('Pays de la Loire')),
  country: nullable(text('FR')),
  postal_code: nullable(text('44000')),
  latitude: nullable(number(47.2184)),
  longitude: nullable(number(-1.5536)),
})
