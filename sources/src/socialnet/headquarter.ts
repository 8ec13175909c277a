// The headquarter of a company, put together from its linked data, its first location and the line "City, Region".
import { linkedCountry } from '@quarry/kit/read/linked-values'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { postalCode } from '@quarry/kit/read/postal-code'
import { asText } from '@quarry/kit/read/values'
import type { CompanyRecord } from './company-info-record.ts'

type Headquarter = NonNullable<CompanyRecord['headquarter']>

/** The headquarter, or null where the page says nothing of it. */
export function headquarterOf(
  address: JsonObject | null,
  lines: readonly string[] | null,
  cityAndRegion: string | null,
): Headquarter | null {
  const shown = lines ? fromLines(lines, cityAndRegion) : null
  const headquarter = {
    city: asText(address?.addressLocality) ?? shown?.city ?? cityIn(cityAndRegion),
    line1: asText(address?.streetAddress) ?? shown?.line1 ?? null,
    country: linkedCountry(address) ?? shown?.country ?? null,
    postal_code: asText(address?.postalCode) ?? shown?.postal_code ?? null,
  }
  return Object.values(headquarter).some((part) => part !== null) ? headquarter : null
}

const cityIn = (cityAndRegion: string | null): string | null => cityAndRegion?.split(',')[0]?.trim() || null

/** The last line is "City, Region POSTAL, CC"; the lines before it are the street. */
function fromLines(lines: readonly string[], cityAndRegion: string | null): Headquarter {
  const last = lines.at(-1) ?? ''
  const country = /, ([A-Z]{2})$/.exec(last)?.[1] ?? null
  const place = country ? last.slice(0, -4) : last
  return {
    city: cityIn(cityAndRegion) ?? cityIn(place),
    line1: lines.length > 1 ? (lines[0] ?? null) : null,
    country,
    // What follows "City, Region" is the code, in whatever form; without that line only a known form is one.
    postal_code:
      cityAndRegion !== null && place.startsWith(cityAndRegion)
        ? place.slice(cityAndRegion.length).replace(/^[\s,]+/, '') || null
        : postalCode(place),
  }
}
