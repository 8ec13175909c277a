export { Type } from 'typebox'
export { Compile } from 'typebox/compile'
