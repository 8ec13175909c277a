// What the kit uses of feedsmith: the build bundles only these exports.
export { parseRssFeed } from 'feedsmith'
