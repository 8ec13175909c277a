// The section of the reference page about this server's packages: how to install each, and the checksum to compare.
import { code, escapeHtml, table } from './docs-html.ts'
import type { Download } from './download-routes.ts'

/** Empty without packages. `address` is the server's own, since a package manager needs it in full. */
export function downloadsHtml(downloads: readonly Download[], address: string): string {
  if (downloads.length === 0) return ''
  const rows = downloads.map(({ path, title, install, sha256 }) => [
    `<a href="${path}">${escapeHtml(title)}</a>`,
    code(`${install} ${address}${path}`),
    code(sha256),
  ])
  return `<section class="introduction" id="downloads" aria-labelledby="downloads-title">
<h2 id="downloads-title">Downloads</h2>
<p>The packages of this server's version. They are on no package registry: install them from here, never by their name.</p>
${table(['Package', 'Install', 'SHA-256'], rows)}
</section>`
}
