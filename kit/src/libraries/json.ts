export { parse } from 'secure-json-parse'
