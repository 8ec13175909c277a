// The two pages that answer 200 and hold no data: a bot wall, and a page damaged on its way.
import { htmlPage } from './chrome.ts'
import { seeded } from './world/random.ts'

let block: string | undefined
let garbage: Buffer | undefined

/** A bot wall as large sites show it: status 200, a challenge, no content. */
export function blockPage(): string {
  block ??= htmlPage({
    title: 'Access denied - please verify you are a human',
    head: '<meta name="robots" content="noindex,nofollow"><meta http-equiv="refresh" content="600">',
    body: `<div id="challenge" class="captcha-container" data-action="verify">
<h1>Please verify you are a human</h1>
<p>We have detected unusual traffic from your network. Access to this page has been denied because we believe you are
using automation tools to browse the website. Complete the captcha below to continue.</p>
<form id="challenge-form" action="/challenge/verify" method="POST"><div class="captcha" id="captcha" data-sitekey="pretend"></div>
<noscript>Please enable JavaScript and cookies to continue.</noscript></form>
<p>Reference ID: <code>${seeded('block page').uuid()}</code></p></div>`,
    weightKb: 18,
    seed: 'wall',
  })
  return block
}

/** A page cut off in its head and continued with bytes that are no text. */
export function garbagePage(): Buffer {
  if (garbage) return garbage
  const random = seeded('garbage page')
  const noise = Buffer.from(Array.from({ length: 24 * 1024 }, () => random.int(0, 255)))
  garbage = Buffer.concat([
    Buffer.from('<!DOCTYPE html><html><head><meta charset="utf-8"><title>\u00c3\u00a9</ti'),
    noise,
    Buffer.from('<script type="application/json">{"props":{"pageProps":{"'),
  ])
  return garbage
}
