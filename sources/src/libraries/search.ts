export { default as SearchableMap } from 'minisearch/SearchableMap'
