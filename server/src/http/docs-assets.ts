// Reads the style sheets, scripts and icon of the reference page and the status page; the build copies their folder.
import { readFileSync } from 'node:fs'

const types = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
} as const

const names = [
  'favicon.svg',
  'theme.css',
  'layout.css',
  'operation.css',
  'code.css',
  'status.css',
  'main.js',
  'request.js',
  'samples.js',
  'highlight.js',
  'copy.js',
  'send.js',
  'search.js',
] as const

export type DocsAsset = { name: string; type: string; content: Buffer }

export const readDocsAssets = (): DocsAsset[] =>
  names.map((name) => ({
    name,
    type: types[name.split('.').at(-1) as keyof typeof types],
    content: readFileSync(new URL(`./docs-assets/${name}`, import.meta.url)),
  }))
