// Which pages are bot walls or empty shells, and which are content.
import { describe, expect, test } from 'vitest'
import { isFailure } from '../errors.ts'
import type { Page } from '../outcome.ts'
import { assertReadable } from './walls.ts'

const page = (body: string, more: Partial<Page> = {}): Page => ({
  url: 'https://www.site.example/thing/1',
  status: 200,
  contentType: 'text/html; charset=utf-8',
  body,
  ...more,
})

function findReason(page: Page): string | null {
  try {
    assertReadable(page)
    return null
  } catch (thrown) {
    return isFailure(thrown) ? thrown.reason : 'stranger'
  }
}

const html = (title: string, body: string) =>
  `<!doctype html><html><head><title>${title}</title><script>var a = {}</script></head><body>${body}</body></html>`

describe('assertReadable', () => {
  test.each([
    ['denial', html('Access Denied', "<h1>Access Denied</h1>You don't have permission to access this.")],
    ['denial in French', html('Accès refusé', '<p>Vous avez été bloqué.</p>')],
    ['check of the browser', html('Just a moment...', '<div id="challenge-running"></div>')],
    ['question in the heading', html('site.example', '<h1>Are you a robot?</h1><p>Please continue.</p>')],
    [
      'captcha widget',
      html('site.example', '<form action="/verify"><div class="x-captcha" data-sitekey="k"></div></form>'),
    ],
    ['captcha frame', html('', '<iframe src="https://geo.captcha.example/?id=1"></iframe>')],
    [
      'captcha script and nothing else',
      html('site.example', '<p>Please wait</p><script src="https://ct.captcha.example/c.js"></script>'),
    ],
    [
      'unusual traffic',
      html('Search', '<p>Our systems have detected unusual traffic from your network.</p>'),
    ],
    ['press and hold', html('Hello', '<p>Press &amp; Hold to confirm you are a human</p>')],
    [
      'demand for scripts and cookies',
      html('site.example', '<noscript>Enable JavaScript and cookies to continue</noscript>'),
    ],
    ['sign-in form', html('Sign in | Site', '<form><input name="u"><input type="password"></form>')],
    [
      'sign-in form without a title',
      html('Site', '<h1>Log in to see more</h1><form><input type=password></form>'),
    ],
    ['too many requests', html('Too Many Requests', '<p>Slow down.</p>')],
  ])('reports a wall: %s', (_, body) => {
    expect(findReason(page(body))).toBe('upstream_blocked')
  })

  test.each([
    '/login',
    '/uas/login?session_redirect=x',
    '/authwall?trk=x',
    '/sorry/index',
    '/users/sign_in',
    '/captcha/',
  ])('reports a redirect to %s as a wall', (path) => {
    expect(findReason(page(html('Site', 'x'.repeat(5000)), { url: `https://www.site.example${path}` }))).toBe(
      'upstream_blocked',
    )
  })

  test('treats a refusing status and the JSON of a challenge as a bot wall', () => {
    expect(findReason(page('{}', { status: 403, contentType: 'application/json' }))).toBe('upstream_blocked')
    expect(
      findReason(page('{"url":"https://geo.captcha.example/?id=1"}', { contentType: 'application/json' })),
    ).toBe('upstream_blocked')
  })

  const data = '<script type="application/ld+json">{"@type":"Event","name":"x"}</script>'
  test.each([
    ['an event called Access Denied', html('Access Denied | Tickets', `<h1>Access Denied</h1>${data}`)],
    ['a film called Forbidden Planet', html('Forbidden Planet', '<h1>Forbidden Planet</h1><p>A film.</p>')],
    ['a record about captchas', html('Captcha research', `<div class="captcha-list">x</div>${data}`)],
    [
      'a long page about robots',
      html('Are you a robot?', '<p>unusual traffic, verify you are human</p>'.repeat(200)),
    ],
    [
      'a page with a sign-in box',
      html(
        'Acme | Network',
        `<p>${'Acme makes anvils. '.repeat(200)}</p><form>Sign in<input type="password"></form>`,
      ),
    ],
    [
      'a short page with a captcha script in its footer',
      html(
        'Results',
        `<p>${'No results for your search. '.repeat(20)}</p><script src="/recaptcha.js"></script>`,
      ),
    ],
    [
      'a page whose state is assigned',
      html('Search', '<div id="root"></div><script>window.__SERVER_DATA__ = {"a":1};</script>'),
    ],
    [
      'a page of microdata',
      html('Product', '<div id="app"></div><div itemscope><i itemprop="a">1</i></div>'),
    ],
    ['a feed', '<?xml version="1.0"?><rss version="2.0"><channel><title>Captcha</title></channel></rss>'],
  ])('accepts content: %s', (name, body) => {
    expect(findReason(page(body, name === 'a feed' ? { contentType: 'application/rss+xml' } : {}))).toBeNull()
  })

  test.each(['/company/login', '/e/sign-in-party-tickets-1', '/product/captcha', '/challenger'])(
    'accepts the address %s',
    (path) => {
      expect(findReason(page(html('x', data), { url: `https://www.site.example${path}` }))).toBeNull()
    },
  )

  test('leaves a missing page to its source', () => {
    expect(findReason(page('<div id="root"></div>', { status: 404 }))).toBeNull()
  })

  test('reports an empty shell as a changed page', () => {
    expect(findReason(page(html('App', '<div id="root"></div>')))).toBe('page_changed')
    expect(findReason(page('  \n'))).toBe('page_changed')
  })
})

describe('an empty shell', () => {
  test.each([
    ['an empty app root', html('App', '<div id="__next"></div><script src="/main.js"></script>'), true],
    ['an app element', html('App', '<app-root></app-root>'), true],
    [
      'a page for scripts only',
      html('App', '<noscript>You need to enable JavaScript to run this app.</noscript>'),
      true,
    ],
    ['nothing', '', true],
    ['a root with content', html('App', `<div id="root">${'words '.repeat(100)}</div>`), false],
    [
      'a root with data',
      html('App', '<div id="root"></div><script id="S" type="application/json">{"a":12345}</script>'),
      false,
    ],
    ['a short page without an app', html('Note', '<p>Hello.</p>'), false],
  ])('is distinguished from a page with content: %s', (_, body, expected) => {
    expect(findReason(page(body)) === 'page_changed').toBe(expected)
  })
})
