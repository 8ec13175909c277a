// The pages of sandbox faults: error pages, a bot wall, and a damaged page.
import { createHash } from 'node:crypto'

type FaultPage = { title: string; head?: string; body: string; sizeKb: number }

export const errorPage = (title: string, text: string): string =>
  buildPage({ title, body: `<h1>${title}</h1><p>${text}</p>`, sizeKb: 24 })

/** The first half of a page. */
export const halfPage = (): string =>
  buildPage({ title: 'Loading', body: '', sizeKb: 32 }).slice(0, 16 * 1024)

/** A bot wall as large sites show it: status 200, a challenge, no content. */
export const blockPage = (): string =>
  buildPage({
    title: 'Access denied - please verify you are a human',
    head: '<meta name="robots" content="noindex,nofollow"><meta http-equiv="refresh" content="600">',
    body: `<div id="challenge" class="captcha-container" data-action="verify">
<h1>Please verify you are a human</h1>
<p>We have detected unusual traffic from your network. Access to this page has been denied because we believe you are
using automation tools to browse the website. Complete the captcha below to continue.</p>
<form id="challenge-form" action="/challenge/verify" method="POST"><div class="captcha" id="captcha" data-sitekey="sandbox"></div>
<noscript>Please enable JavaScript and cookies to continue.</noscript></form>
<p>Reference ID: <code>6f1d2c8e-5b0a-4f3e-9a57-c2d81e40b7f6</code></p></div>`,
    sizeKb: 18,
  })

/** A page cut off in its head, followed by bytes that are not text. */
export const garbagePage = (): Buffer =>
  Buffer.concat([
    Buffer.from('<!DOCTYPE html><html><head><meta charset="utf-8"><title>\u00c3\u00a9</ti'),
    createHash('shake256', { outputLength: 24 * 1024 })
      .update('garbage page')
      .digest(),
    Buffer.from('<script type="application/json">{"props":{"pageProps":{"'),
  ])

/** A document with a script that makes it as large as a real page. */
const buildPage = ({ title, head = '', body, sizeKb }: FaultPage): string => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
${head}
<script>
${buildScript(sizeKb * 1024)}
</script>
</head>
<body>
${body}
</body>
</html>
`

function buildScript(minChars: number): string {
  const lines: string[] = []
  for (let chars = 0; chars < minChars; ) {
    const hash = createHash('sha256').update(String(chars)).digest('base64url')
    const line = `(self.modules=self.modules||[]).push([[${chars}],{"${hash}":function(e,t,n){"use strict"}}]);\n`
    lines.push(line)
    chars += line.length
  }
  return lines.join('')
}
