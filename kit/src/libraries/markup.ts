// What the kit uses of its libraries for markup: the build bundles only these exports.
export { compile, selectAll, selectOne } from 'css-select'
export { render } from 'dom-serializer'
export { Parser, Tokenizer } from 'htmlparser2'
