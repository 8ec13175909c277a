// Reads which request a code sample of the reference page would send. curl samples run in a shell with a fake curl,
// TypeScript with a fake fetch; Python, which not every machine has, is parsed.
import { spawnSync } from 'node:child_process'
import ts from 'typescript'

export type Sent = { method: string; url: string; headers: Record<string, string>; body: string | null }

const lowerCase = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

export function readCurl(sample: string, variables: Record<string, string>): Sent {
  const program = `curl() { printf '%s\\0' "$@"; }\n${sample}\n`
  const { stdout, status, stderr } = spawnSync('sh', ['-eu', '-c', program], {
    env: variables,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${stderr}\n${sample}`)
  const sent: Sent = { method: '', url: '', headers: {}, body: null }
  const words = stdout.split('\0').slice(0, -1)
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === '-X') sent.method = words.shift() ?? ''
    else if (word === '--data-raw') sent.body = words.shift() ?? ''
    else if (word === '-H') {
      const [, name = '', value = ''] = /^([^:]+): (.*)$/s.exec(words.shift() ?? '') ?? []
      sent.headers[name.toLowerCase()] = value
    } else sent.url = word
  }
  return { ...sent, method: sent.method || (sent.body === null ? 'GET' : 'POST') }
}

export async function readTypeScript(sample: string, variables: Record<string, string>): Promise<Sent> {
  const { outputText, diagnostics } = ts.transpileModule(sample, {
    reportDiagnostics: true,
    compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext },
  })
  if (diagnostics && diagnostics.length > 0) throw new Error(`${diagnostics[0]?.messageText}\n${sample}`)
  let sent: Sent | undefined
  const fetch = async (
    url: string,
    init: { method?: string; headers?: Record<string, string>; body?: string } = {},
  ) => {
    sent = {
      method: init.method ?? 'GET',
      url,
      headers: lowerCase(init.headers ?? {}),
      body: init.body ?? null,
    }
    return new Response('{}')
  }
  const AsyncFunction = (async () => {}).constructor as new (
    ...parts: string[]
  ) => (...example: unknown[]) => Promise<void>
  await new AsyncFunction('fetch', 'process', 'console', outputText)(
    fetch,
    { env: variables },
    { log: () => {} },
  )
  if (!sent) throw new Error(`it sends nothing\n${sample}`)
  return sent
}

/** Its string literals are valid JSON; outside of them literals, argument names and trailing commas are replaced. */
export function readPython(sample: string, variables: Record<string, string>): Sent {
  const [, method = '', call = ''] = /^response = requests\.(\w+)\(\n(.*?)^\)$/ms.exec(sample) ?? []
  const words: Record<string, string> = { True: 'true', False: 'false', None: 'null' }
  const json = call
    .replace(/os\.environ\["(\w+)"\]/g, (_, name) => JSON.stringify(variables[name]))
    .replace(
      /("(?:[^"\\]|\\.)*")|\b(True|False|None)\b|\.encode\(\)|^ {4}(\w+)=|,(?=\s*[\]}]|\s*$(?![\s\S]))/gm,
      (whole, string, word, name) =>
        string ??
        (word
          ? words[word]
          : name
            ? `"${name}": `
            : whole.startsWith(',') || whole === '.encode()'
              ? ''
              : whole),
    )
  const example = JSON.parse(`{"url": ${json}}`) as {
    url: string
    params?: Record<string, string>
    headers?: Record<string, string>
    json?: unknown
    data?: string
  }
  const query = example.params ? `?${new URLSearchParams(example.params)}` : ''
  const isJson = example.json !== undefined
  return {
    method: method.toUpperCase(),
    url: example.url + query,
    headers: {
      ...lowerCase(example.headers ?? {}),
      ...(isJson ? { 'content-type': 'application/json' } : {}),
    },
    body: isJson ? JSON.stringify(example.json) : (example.data ?? null),
  }
}
