// Writes a request as sample code in three languages. The code reads the key from an environment variable.
import { buildUrl } from './request.js'

/** @typedef {import('./request.js').DocsRequest} DocsRequest */

/** @param {string} language @param {string} origin @param {DocsRequest} request @returns {string} */
export function writeSample(language, origin, request) {
  if (language === 'curl') return writeCurl(origin, request)
  return language === 'Python' ? writePython(origin, request) : writeTypeScript(origin, request)
}

const quoteShell = (text) => `'${text.replaceAll("'", "'\\''")}'`

function writeCurl(origin, request) {
  const { method, headers, body, auth, answer } = request
  const isPlain = method === (body === null ? 'GET' : 'POST')
  const parts = [
    `curl${answer === 'stream' ? ' -N' : ''}${isPlain ? '' : ` -X ${method}`} ${quoteShell(origin + buildUrl(request))}`,
    ...(auth ? [`-H "${auth.header}: ${auth.prefix}$${auth.variable}"`] : []),
    ...headers.map(([name, value]) => `-H ${quoteShell(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`--data-raw ${quoteShell(body)}`]),
  ]
  return parts.join(' \\\n  ')
}

const quoteString = (text) =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
const toPropertyName = (text) => (/^[a-z_]\w*$/i.test(text) ? text : quoteString(text))

function writeTypeScript(origin, request) {
  const { method, path, query, headers, body, auth, answer } = request
  const value = body === null ? undefined : parseJsonBody(request)
  const headerLines = [
    ...(auth
      ? [
          `    ${toPropertyName(auth.header)}: ${auth.prefix ? `\`${auth.prefix}\${process.env.${auth.variable}}\`` : `process.env.${auth.variable} ?? ''`},`,
        ]
      : []),
    ...headers.map(([header, text]) => `    ${toPropertyName(header)}: ${quoteString(text)},`),
  ]
  const url = query.length > 0 ? `\`${origin}${path}?\${query}\`` : quoteString(origin + path)
  const init = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headerLines.length > 0 ? ['  headers: {', ...headerLines, '  },'] : []),
    ...(body === null
      ? []
      : [
          `  body: ${value === undefined ? quoteString(body) : `JSON.stringify(${writeLiteral(value, '  ', typescriptSyntax)})`},`,
        ]),
  ]
  return [
    ...(query.length > 0
      ? [
          'const query = new URLSearchParams({',
          ...query.map(([key, text]) => `  ${toPropertyName(key)}: ${quoteString(text)},`),
          '})',
        ]
      : []),
    `const response = await fetch(${url}${init.length > 0 ? `, {\n${init.join('\n')}\n}` : ''})`,
    ...(answer === 'stream'
      ? [
          'const chunks = response.body!.pipeThrough(new TextDecoderStream())',
          'for await (const chunk of chunks) console.log(chunk)',
        ]
      : [`console.log(response.status, await response.${answer}())`]),
  ].join('\n')
}

function writePython(origin, request) {
  const { method, path, query, headers, body, auth, answer } = request
  const value = body === null ? undefined : parseJsonBody(request)
  // `json=` sets the content type.
  const own = value === undefined ? headers : headers.filter(([header]) => header !== 'content-type')
  const pairs = (some) =>
    some.map(([key, text]) => `        ${JSON.stringify(key)}: ${JSON.stringify(text)},`)
  const secret = auth
    ? [
        `        ${JSON.stringify(auth.header)}: ${auth.prefix ? `${JSON.stringify(auth.prefix)} + ` : ''}os.environ["${auth.variable}"],`,
      ]
    : []
  return [
    ...(auth ? ['import os'] : []),
    'import requests',
    '',
    `response = requests.${method.toLowerCase()}(`,
    `    ${JSON.stringify(origin + path)},`,
    ...(query.length > 0 ? ['    params={', ...pairs(query), '    },'] : []),
    ...(auth || own.length > 0 ? ['    headers={', ...secret, ...pairs(own), '    },'] : []),
    ...(body === null
      ? []
      : [
          value === undefined
            ? `    data=${JSON.stringify(body)}.encode(),`
            : `    json=${writeLiteral(value, '    ', pythonSyntax)},`,
        ]),
    ...(answer === 'stream' ? ['    stream=True,'] : []),
    ')',
    ...(answer === 'stream'
      ? ['for line in response.iter_lines(decode_unicode=True):', '    print(line)']
      : [`print(response.status_code, response.${answer === 'json' ? 'json()' : 'text'})`]),
  ].join('\n')
}

/** Parses a JSON body; undefined if serialising the value again would change more than white space. */
function parseJsonBody({ headers, body }) {
  if (!headers.some(([header, type]) => header === 'content-type' && type === 'application/json'))
    return undefined
  try {
    const value = JSON.parse(body)
    const isSame = JSON.stringify(value).replace(/\s/g, '') === body.replace(/\s/g, '')
    return isSame ? value : undefined
  } catch {
    return undefined
  }
}

const typescriptSyntax = { text: quoteString, key: toPropertyName, constants: new Map() }
const pythonSyntax = {
  text: (text) => JSON.stringify(text),
  key: (text) => JSON.stringify(text),
  constants: new Map([
    [true, 'True'],
    [false, 'False'],
    [null, 'None'],
  ]),
}

function writeLiteral(value, indent, syntax) {
  const deeper = `${indent}  `
  if (typeof value === 'string') return syntax.text(value)
  if (typeof value !== 'object' || value === null) return syntax.constants.get(value) ?? String(value)
  const isList = Array.isArray(value)
  const [open, close] = isList ? '[]' : '{}'
  const items = isList
    ? value.map((item) => writeLiteral(item, deeper, syntax))
    : Object.entries(value).map(([key, item]) => `${syntax.key(key)}: ${writeLiteral(item, deeper, syntax)}`)
  if (items.length === 0) return open + close
  return `${open}\n${items.map((item) => `${deeper}${item},`).join('\n')}\n${indent}${close}`
}
