// The sandbox sites: a news site, a shop, a calendar and a cookbook, each with pages in every form. The path names the
// kind, the form and the number of a page: `/article/json-ld-1`.
import type { SandboxSite } from '@quarry/kit'
import { kinds, makeSubject } from './facts.ts'
import { forms, renderPage } from './forms.ts'

const pagesPerForm = 6

export const sandbox: SandboxSite = ({ url }) => {
  const [, kind, form = '', number] = /^\/([a-z]+)\/([a-z-]+)-(\d{1,3})$/.exec(url.pathname) ?? []
  if (url.pathname === '/') return { body: renderIndex(url.hostname) }
  const own = kinds.find((one) => one === kind)
  const index = Number(number)
  if (own === undefined || !Object.hasOwn(forms, form) || index < 1 || index > pagesPerForm) return missing
  const subject = makeSubject(own, index)
  const address = `https://${subject.host}${url.pathname}`
  if (subject.host !== url.hostname) return { status: 301, headers: { location: address }, body: '' }
  return { body: renderPage(subject, form, address) }
}

const missing = { status: 404, body: '<!doctype html><title>Not found</title><h1>Not found</h1>' }

/** All pages of one site. */
function renderIndex(host: string): string {
  const links = kinds
    .filter((kind) => makeSubject(kind, 1).host === host)
    .flatMap((kind) => Object.keys(forms).map((form) => `/${kind}/${form}`))
    .flatMap((path) => Array.from({ length: pagesPerForm }, (_, index) => `${path}-${index + 1}`))
  return `<!doctype html><html lang="en"><title>Pages of ${host}</title><h1>Pages of ${host}</h1><ul>
${links.map((path) => `<li><a href="${path}">${path}</a></li>`).join('\n')}</ul></html>`
}
