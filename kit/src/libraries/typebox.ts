// What the kit uses of TypeBox: the build bundles only these exports.
export { Type } from 'typebox'
export { Compile } from 'typebox/compile'
