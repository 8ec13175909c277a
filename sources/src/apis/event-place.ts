// Where an event is, in the words that the interfaces of events have in common.
export type EventPlace = {
  id: string | null
  name: string | null
  address: string | null
  city: string | null
  region: string | null
  country: string | null
  postal_code: string | null
  latitude: number | null
  longitude: number | null
}
