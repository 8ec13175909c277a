// One filter of a supplier search, apart from the endpoint, so that readers need not know it.
import { integer, named, nullable, object, type Static, text } from '@quarry/kit/schema'

export const filter = object(
  {
    id: text('mat-brass'),
    count: nullable(integer(41, { description: 'How many suppliers it leaves.' })),
    label: nullable(text('Brass')),
    section: nullable(text('Materials')),
  },
  named('SupplierdirFilter'),
)

export type Filter = Static<typeof filter>
