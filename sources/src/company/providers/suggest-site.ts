// The autocomplete of the directory's search box.
import { isUrl } from '@quarry/kit/is-url'
import { found, notFound } from '@quarry/kit/outcome'
import { provider } from '@quarry/kit/provider'
import { domainInPath, suggestUrl } from '../directory.ts'
import { mostSuggestions, type Suggestion, type SuggestQuery } from '../suggest-record.ts'
import { suggestionsIn } from '../suggestions.ts'

export const suggestSite = provider<SuggestQuery, Suggestion[]>({
  page: ({ beginning }, site) => suggestUrl(site, beginning),

  extract(page) {
    const { suggestions, reading } = suggestionsIn(page)
    return suggestions.length === 0 ? notFound : found(suggestions.slice(0, mostSuggestions), reading)
  },

  // Without what was asked for any text will do, since the answer alone is read.
  paramsFromUrl: (url) => ({
    query: (isUrl(url) && new URL(url).searchParams.get('q')) || (domainInPath(url) ?? 'company'),
  }),
})
