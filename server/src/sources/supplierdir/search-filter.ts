// One filter of a supplier search, apart from the endpoint, so that readers need not know it.
import { integer, nullable, object, type Static, text } from '../../lib/schema.ts'

export const filter = object({
  id: text('mat-brass'),
  count: nullable(integer(41)),
  label: nullable(text('Brass')),
  section: nullable(text('Materials')),
})

export type Filter = Static<typeof filter>
