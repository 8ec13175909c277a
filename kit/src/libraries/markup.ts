export { compile, selectAll, selectOne } from 'css-select'
export { render } from 'dom-serializer'
export { Parser, Tokenizer } from 'htmlparser2'
