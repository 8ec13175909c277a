// What the kit uses of secure-json-parse: the build bundles only these exports.
export { parse } from 'secure-json-parse'
