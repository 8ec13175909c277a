// The parts of the markup libraries that the kit uses: the build bundles only these exports.
export { compile, selectAll, selectOne } from 'css-select'
export { render } from 'dom-serializer'
export { Parser, Tokenizer } from 'htmlparser2'
