// The pretend directory's search: by words or by heading, narrowed by region and filters, paged to the end.
import { createSearch } from '../../sandbox/search.ts'
import { slugify } from '../../sandbox/slugify.ts'
import {
  companyTypes,
  type Heading,
  headings,
  type SiteSupplier,
  type SupplierEntry,
  supplierEntries,
  supplierOf,
} from './suppliers.ts'

export type SiteFilter = { id: string; label: string; section: string; count: number }

export type Found = {
  term: string
  heading: Heading | null
  suppliers: readonly SiteSupplier[]
  nameMatches: readonly SiteSupplier[]
  filters: readonly SiteFilter[]
  page: number
  total: number
}

export const pageSize = 25

const index = createSearch(supplierEntries, {
  toDocument: supplierOf,
  fields: {
    headings: (supplier: SiteSupplier) => supplier.headings.map(({ name }) => name),
    materials: (supplier) => supplier.materials,
    brands: (supplier) => supplier.brands,
    name: (supplier) => supplier.company.name,
    summary: (supplier) => supplier.summary,
  },
})
const nameIndex = createSearch(supplierEntries, {
  fields: { name: (supplier: SupplierEntry) => supplier.company.name },
})

export type Wanted = {
  term: string
  heading: Heading | null
  region: string
  filters: readonly string[]
  page: number
}

export function find({ term, heading, region, filters, page }: Wanted): Found {
  const { items } = index.query(heading ? '' : term, {
    filter: (supplier) =>
      (!heading || supplier.headings.includes(heading)) &&
      (region === '' || slugify(supplier.place.region) === region) &&
      filters.every((id) => choicesOf(supplier).some((choice) => choice.id === id)),
    sort: (a, b) => b.rank - a.rank || a.id - b.id,
  })
  const name = heading?.name ?? term
  return {
    term: name,
    heading,
    suppliers: items.slice((page - 1) * pageSize, page * pageSize).map(supplierOf),
    nameMatches: nameIndex.query(name, { limit: 5 }).items.map(supplierOf),
    filters: countChoices(items),
    page,
    total: items.length,
  }
}

export const headingById = (id: string): Heading | undefined =>
  headings().find((heading) => heading.id === id)

/** What a supplier can be narrowed down by. */
function choicesOf(supplier: SupplierEntry): Omit<SiteFilter, 'count'>[] {
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

/** Every choice that some of the suppliers has, with how many have it. */
function countChoices(items: readonly SupplierEntry[]): SiteFilter[] {
  const counted = new Map<string, SiteFilter>()
  for (const choice of items.flatMap(choicesOf)) {
    const known = counted.get(choice.id) ?? { ...choice, count: 0 }
    counted.set(choice.id, { ...known, count: known.count + 1 })
  }
  return [...counted.values()].sort(
    (a, b) => a.section.localeCompare(b.section) || b.count - a.count || a.id.localeCompare(b.id),
  )
}
