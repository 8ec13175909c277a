// The fields that articles and the metadata of any page have in common: their definitions, and how they are read.
import { nullable, text } from '@quarry/kit/schema'
import {
  type Reader,
  readAuthors,
  readDescription,
  readImage,
  readLanguage,
  readModified,
  readPublished,
  readPublisher,
} from './read/basics.ts'

export const title = text('Harbour bridge reopens')
export const author = nullable(text('Ines Moreau'))
export const published_at = nullable(text('2026-01-31T10:00:00Z'))
export const modified_at = nullable(text('2026-02-01T08:30:00+01:00'))
export const description = nullable(text('The bridge is open again after a year of work.'))
export const image = nullable(text('https://news.page.example/images/bridge.jpg', { format: 'uri' }))
export const publisher = nullable(text('Harbour Post'))
export const language = nullable(text('en'))

/** All but the title, without which there is no record. */
export function readStory(reader: Reader) {
  const authors = readAuthors(reader)
  return {
    authors,
    fields: {
      author: authors.join(', ') || null,
      published_at: readPublished(reader),
      modified_at: readModified(reader),
      description: readDescription(reader),
      image: readImage(reader),
      publisher: readPublisher(reader),
      language: readLanguage(reader),
    },
  }
}
