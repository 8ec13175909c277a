// The parts of TypeBox that the kit uses: the build bundles only these exports.
export { Type } from 'typebox'
export { Compile } from 'typebox/compile'
