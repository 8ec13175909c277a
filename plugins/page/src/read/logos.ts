// The logo of the site: what its data says, or its largest icon.

import { asList, at } from '@quarry/kit/read/values'
import type { Reader } from './basics.ts'
import { findNode } from './find-items.ts'
import type { Link, PageData } from './page-data.ts'
import { fromItems } from './picker.ts'
import { listImages } from './values.ts'

export function readLogo({ data, items, picker }: Reader): string | null {
  const findLogo = (value: unknown) => listImages(data, at(data.resolve(asList(value)[0]), 'logo'))[0] ?? null
  return picker.pick<string>(
    ...fromItems(items, (node) => findLogo(node.publisher)),
    ['json-ld', () => findLogo(findNode(data, 'NewsMediaOrganization', 'Organization', 'OnlineStore'))],
    ['open-graph', () => data.toUrl(data.meta('og:logo'))],
    ['meta', () => findIcon(data)],
  )
}

function findIcon({ links, toUrl }: PageData): string | null {
  const icons = links.filter(
    ({ rel, href }) => href !== '' && /(?:^|\s)(?:apple-touch-icon\S*|icon|fluid-icon)(?:\s|$)/.test(rel),
  )
  const largest = icons.reduce<Link | null>(
    (best, icon) => (best && toSize(best) >= toSize(icon) ? best : icon),
    null,
  )
  return toUrl(largest?.href)
}

const toSize = ({ sizes, rel, type }: Link): number =>
  type.includes('svg') ? 1000 : Number.parseInt(sizes, 10) || (rel.startsWith('apple') ? 120 : 16)
