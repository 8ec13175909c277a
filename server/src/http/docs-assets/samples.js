// A request as source text in three languages. The key is never among what these functions get: they name the
// variable that holds it.
import { addressOf } from './request.js'

/** @typedef {import('./request.js').DocsRequest} DocsRequest */

/** @param {string} language @param {string} origin @param {DocsRequest} request @returns {string} */
export function sampleOf(language, origin, request) {
  if (language === 'curl') return curl(origin, request)
  return language === 'Python' ? python(origin, request) : typescript(origin, request)
}

const shell = (text) => `'${text.replaceAll("'", "'\\''")}'`

function curl(origin, request) {
  const { method, headers, body, auth, answer } = request
  const isPlain = method === (body === null ? 'GET' : 'POST')
  const parts = [
    `curl${answer === 'stream' ? ' -N' : ''}${isPlain ? '' : ` -X ${method}`} ${shell(origin + addressOf(request))}`,
    ...(auth ? [`-H "${auth.header}: ${auth.prefix}$${auth.variable}"`] : []),
    ...headers.map(([name, value]) => `-H ${shell(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`--data-raw ${shell(body)}`]),
  ]
  return parts.join(' \\\n  ')
}

const quoted = (text) =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
const name = (text) => (/^[a-z_]\w*$/i.test(text) ? text : quoted(text))

function typescript(origin, request) {
  const { method, path, query, headers, body, auth, answer } = request
  const value = body === null ? undefined : asJson(request)
  const sent = [
    ...(auth
      ? [
          `    ${name(auth.header)}: ${auth.prefix ? `\`${auth.prefix}\${process.env.${auth.variable}}\`` : `process.env.${auth.variable} ?? ''`},`,
        ]
      : []),
    ...headers.map(([header, text]) => `    ${name(header)}: ${quoted(text)},`),
  ]
  const url = query.length > 0 ? `\`${origin}${path}?\${query}\`` : quoted(origin + path)
  const init = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(sent.length > 0 ? ['  headers: {', ...sent, '  },'] : []),
    ...(body === null
      ? []
      : [
          `  body: ${value === undefined ? quoted(body) : `JSON.stringify(${literal(value, '  ', typescriptWords)})`},`,
        ]),
  ]
  return [
    ...(query.length > 0
      ? [
          'const query = new URLSearchParams({',
          ...query.map(([key, text]) => `  ${name(key)}: ${quoted(text)},`),
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

function python(origin, request) {
  const { method, path, query, headers, body, auth, answer } = request
  const value = body === null ? undefined : asJson(request)
  // `json=` states the type itself.
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
            : `    json=${literal(value, '    ', pythonWords)},`,
        ]),
    ...(answer === 'stream' ? ['    stream=True,'] : []),
    ')',
    ...(answer === 'stream'
      ? ['for line in response.iter_lines(decode_unicode=True):', '    print(line)']
      : [`print(response.status_code, response.${answer === 'json' ? 'json()' : 'text'})`]),
  ].join('\n')
}

/** The body as a value, where writing the value again gives the same body; otherwise it stays a text. */
function asJson({ headers, body }) {
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

const typescriptWords = { text: quoted, key: name, words: new Map() }
const pythonWords = {
  text: (text) => JSON.stringify(text),
  key: (text) => JSON.stringify(text),
  words: new Map([
    [true, 'True'],
    [false, 'False'],
    [null, 'None'],
  ]),
}

function literal(value, indent, words) {
  const deeper = `${indent}  `
  if (typeof value === 'string') return words.text(value)
  if (typeof value !== 'object' || value === null) return words.words.get(value) ?? String(value)
  const isList = Array.isArray(value)
  const [open, close] = isList ? '[]' : '{}'
  const items = isList
    ? value.map((item) => literal(item, deeper, words))
    : Object.entries(value).map(([key, item]) => `${words.key(key)}: ${literal(item, deeper, words)}`)
  if (items.length === 0) return open + close
  return `${open}\n${items.map((item) => `${deeper}${item},`).join('\n')}\n${indent}${close}`
}
