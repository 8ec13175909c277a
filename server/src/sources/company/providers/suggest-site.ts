// The autocomplete of the directory's search box.
import { found, notFound } from '../../../contract/outcome.ts'
import { provider } from '../../../contract/provider.ts'
import { isUrl } from '../../../lib/is-url.ts'
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
