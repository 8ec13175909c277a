// Suggestions as callers get them and ask for them, apart from the endpoint, so that readers need not know it.
import { list, named, nullable, object, type Static, text } from '@quarry/kit/schema'

export const mostSuggestions = 10

const suggestion = object(
  {
    name: text('Fenmont'),
    domain: text('fenmont.example', { description: 'Bare and in lower case, without `www.`.' }),
    logo_url: nullable(text('https://www.company.example/logos/fenmont-7718.png', { format: 'uri' })),
  },
  named('CompanySuggestion'),
)

export const record = list(suggestion, { maxItems: mostSuggestions })

export type Suggestion = Static<typeof suggestion>

/** With what the name or the domain begins, in lower case. */
export type SuggestQuery = { beginning: string }
