// The part of secure-json-parse that the kit uses: the build bundles only these exports.
export { parse } from 'secure-json-parse'
