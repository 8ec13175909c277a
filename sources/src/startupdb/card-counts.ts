// How many there are of something, by the cards of an entity. The site leaves out the card of what there is none of,
// so a missing card says zero, unless a list beside it says otherwise or there are no cards at all.
import { toInteger } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asArray, asObject, at } from '@quarry/kit/read/values'

/** The number in `<subject>_headline.num_<subject>`. */
export function headlineCount(cards: JsonObject, subject: string): number | null {
  const stated = toInteger(at(cards, `${subject}_headline`, `num_${subject}`))
  if (stated !== null || Object.keys(cards).length === 0) return stated
  const listed = [`${subject}_list`, `${subject}_image_list`].some((name) => asArray(cards[name]).length > 0)
  return listed ? null : 0
}

export function timelineCount(cards: JsonObject): number | null {
  if (asObject(cards.timeline)) return toInteger(at(cards.timeline, 'count'))
  return Object.keys(cards).length === 0 ? null : 0
}
