// The search of the sandbox directory: by words or by heading, narrowed by region and filters, page by page.
import { createFinder } from '../../sandbox/catalogue.ts'
import { createSearch } from '../../sandbox/search.ts'
import { slugify } from '../../sandbox/slugify.ts'
import {
  companyTypes,
  expandSupplier,
  type Heading,
  listHeadings,
  listSuppliers,
  type SiteSupplier,
  type SupplierEntry,
} from './suppliers.ts'

export type SiteFilter = { id: string; label: string; section: string; count: number }

export type Search = {
  term: string
  heading: Heading | null
  /** The slug of a region, or '' for all. */
  region: string
  filters: readonly string[]
  page: number
}

export type Found = ReturnType<typeof searchSuppliers>

export const pageSize = 25

const index = createSearch(listSuppliers, {
  toDocument: expandSupplier,
  fields: {
    headings: (supplier: SiteSupplier) => supplier.headings.map(({ name }) => name),
    materials: (supplier) => supplier.materials,
    brands: (supplier) => supplier.brands,
    name: (supplier) => supplier.company.name,
    summary: (supplier) => supplier.summary,
  },
})
const nameIndex = createSearch(listSuppliers, {
  fields: { name: (supplier: SupplierEntry) => supplier.company.name },
})

export function searchSuppliers({ term, heading, region, filters, page }: Search) {
  const { items } = index.query(heading ? '' : term, {
    filter: (supplier) =>
      (!heading || supplier.headings.includes(heading)) &&
      (region === '' || slugify(supplier.place.region) === region) &&
      filters.every((id) => listChoices(supplier).some((choice) => choice.id === id)),
    sort: (a, b) => b.rank - a.rank || a.id - b.id,
  })
  const name = heading?.name ?? term
  return {
    term: name,
    heading,
    suppliers: items.slice((page - 1) * pageSize, page * pageSize).map(expandSupplier),
    nameMatches: nameIndex.query(name, { limit: 5 }).items.map(expandSupplier),
    filters: countChoices(items),
    page,
    total: items.length,
  }
}

export const findHeading = createFinder(listHeadings, ({ id }) => id)

function listChoices(supplier: SupplierEntry): Omit<SiteFilter, 'count'>[] {
  const types = [supplier.type, ...supplier.otherTypes]
  return [
    ...supplier.materials.map((label) => ({ id: `mat-${slugify(label)}`, label, section: 'Materials' })),
    ...types.map((letter) => ({
      id: `type-${letter}`,
      label: companyTypes[letter] ?? letter,
      section: 'Company Type',
    })),
    { id: `state-${slugify(supplier.place.region)}`, label: supplier.place.region, section: 'Location' },
  ]
}

/** Each filter that some suppliers match, with their number. */
function countChoices(items: readonly SupplierEntry[]): SiteFilter[] {
  const counts = new Map<string, SiteFilter>()
  for (const choice of items.flatMap(listChoices))
    counts.set(choice.id, { ...choice, count: (counts.get(choice.id)?.count ?? 0) + 1 })
  return [...counts.values()].sort(
    (a, b) => a.section.localeCompare(b.section) || b.count - a.count || a.id.localeCompare(b.id),
  )
}
