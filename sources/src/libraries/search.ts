// What the sandbox uses of MiniSearch: the build bundles only this export.
export { default as MiniSearch } from 'minisearch'
