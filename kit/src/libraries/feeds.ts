// The part of feedsmith that the kit uses: the build bundles only these exports.
export { parseRssFeed } from 'feedsmith'
