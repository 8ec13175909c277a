// Code samples of a call. The key comes from an environment variable and is never part of a sample.
import type { LookupInfo } from '../reference.ts'
import { toText } from '../text.ts'

export type Values = Record<string, unknown>

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

export function curl({ method, path }: LookupInfo, values: Values): string {
  const url = location.origin + path
  if (method === 'POST')
    return [
      `curl -X POST ${quoted(url)}`,
      `-H "x-api-key: $QUARRY_KEY" -H 'content-type: application/json'`,
      `-d ${quoted(JSON.stringify(values))}`,
    ].join(' \\\n  ')
  const query = toQueryString(values)
  return `curl -H "x-api-key: $QUARRY_KEY" \\\n  ${quoted(url + query)}`
}

const toQueryString = (values: Values): string => {
  const query = new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]))
  return query.size > 0 ? `?${query}` : ''
}

export const typeScript = ({ method, path }: LookupInfo, values: Values): string =>
  `// npm install ${location.origin}/downloads/sdk.tgz
import { Quarry } from '@quarry/sdk'

const quarry = new Quarry({ key: process.env.QUARRY_KEY, baseUrl: '${location.origin}' })
const { data, meta } = await quarry.request('${method}', '${path}', {
  ${method === 'POST' ? 'body' : 'query'}: ${JSON.stringify(values)},
})
console.log(data, meta.creditsUsed)`

export const python = ({ method, path }: LookupInfo, values: Values): string =>
  `import os, requests

response = requests.${method.toLowerCase()}(
    "${location.origin}${path}",
    ${method === 'POST' ? 'json' : 'params'}=${toPython(values)},
    headers={"x-api-key": os.environ["QUARRY_KEY"]},
)
print(response.json(), response.headers["x-credits-used"])`

const toPython = (values: Values): string =>
  `{${Object.entries(values)
    .map(([name, value]) => `${JSON.stringify(name)}: ${pythonValue(value)}`)
    .join(', ')}}`

const pythonValue = (value: unknown): string => {
  if (value === true) return 'True'
  if (value === false) return 'False'
  return value === null ? 'None' : JSON.stringify(value)
}

export const cli = ({ path }: LookupInfo, values: Values): string =>
  `# npm install -g ${location.origin}/downloads/cli.tgz
quarry get ${path} ${Object.entries(values)
    .map(([name, value]) => quoted(`${name}=${toText(value)}`))
    .join(' ')}`.trim()
