// Names and industries of the sandbox companies. Names must be unique, so they are drawn together; all other details of
// a company depend on its index alone.
import { createRandom, type Random } from './random.ts'
import { slugify } from './slugify.ts'
import { industries, legalForms, nameEnds, nameNouns, nameStarts } from './words.ts'

export type CompanyDraft = { index: number; name: string; slug: string; industry: string }

/** That many companies with different slugs. */
export function draftCompanies(count: number): CompanyDraft[] {
  const usedSlugs = new Set<string>()
  const weights = industries.map((industry) => [industry, industry.weight] as const)
  return Array.from({ length: count }, (_, index) => {
    const random = createRandom('company', index)
    const industry = random.weighted(weights)
    let name = companyName(random, industry.kind)
    while (usedSlugs.has(slugify(name))) name = companyName(random, industry.kind)
    const slug = slugify(name)
    usedSlugs.add(slug)
    return { index, name, slug, industry: industry.name }
  })
}

function companyName(random: Random, kind: string): string {
  const coined = random.pick(nameStarts) + random.pick(nameEnds)
  const noun = random.pick(nameNouns)
  return random.weighted<() => string>([
    [() => `${coined} ${kind}`, 30],
    [() => `${noun} ${kind}`, 8],
    [() => `${coined} ${random.pick(legalForms)}`, 18],
    [() => coined, 20],
    [() => `${noun} & ${random.pick(nameNouns)}`, 8],
    [() => `${coined} ${noun}`, 12],
    [() => `${noun} ${kind} ${random.pick(legalForms)}`, 10],
  ])()
}
