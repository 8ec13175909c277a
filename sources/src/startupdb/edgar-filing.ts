// A filing of Form D or Form C as a funding round tells of it: who raised money, by which kind of security, and what is
// known of investors and amounts. Persons are not among what the interface lets in.
import { type Page, pageChanged } from '@quarry/kit/outcome'
import { decodeEntities } from '@quarry/kit/read/clean-text'
import { toDate } from '@quarry/kit/read/dates'
import { toInteger } from '@quarry/kit/read/numbers'
import { asBoolean } from '@quarry/kit/read/values'
import { xmlLeaves } from '@quarry/kit/read/xml-leaves'
import type { InvestmentType } from './investment-types.ts'

export type Filing = {
  /** As the register writes it: `D`, `D/A`, `C`, `C-U`, …. */
  form: string
  cik: string
  name: string
  type: InvestmentType | null
  /** A fund or a trust that collects money to invest it, no company that raises some. */
  isFund: boolean
  /** How many have invested; null where the form does not ask for it. */
  investors: number | null
  isDated: boolean
  hasAmount: boolean
  /** The accession number of the filing that this one amends, eighteen digits. */
  amends: string | null
}

type Read = (path: string) => string | null

/** The filing, or `other` where it is of a form that tells of no round. Throws pageChanged where it cannot be read. */
export function readFiling({ body }: Page): Filing | 'other' {
  const { leaves, isWhole } = xmlLeaves(body)
  const texts = new Map(leaves.map(({ path, raw }) => [path, decodeEntities(raw.slice(0, 2000)).trim()]))
  const read: Read = (path) => texts.get(`edgarSubmission/${path}`) || null
  const form = read('submissionType') ?? read('headerData/submissionType')
  if (!isWhole || form === null) throw pageChanged('no whole filing')
  if (form === 'D' || form === 'D/A') return readFormD(form, read)
  return form === 'C' || form === 'C/A' || form === 'C-U' ? readFormC(form, read) : 'other'
}

const securities = 'offeringData/typesOfSecuritiesOffered'
const fundIndustries = ['Pooled Investment Fund', 'REITS and Finance']

function readFormD(form: string, read: Read): Filing {
  const sold = numberAt(read, 'offeringData/offeringSalesAmounts/totalAmountSold')
  const amends = read('offeringData/typeOfFiling/newOrAmendment/previousAccessionNumber')
  return {
    form,
    ...issuerOf(read, 'primaryIssuer/cik', 'primaryIssuer/entityName'),
    type: typeOf(read),
    isFund:
      flagAt(read, `${securities}/isPooledInvestmentFundType`) ||
      fundIndustries.includes(read('offeringData/industryGroup/industryGroupType') ?? ''),
    investors: numberAt(read, 'offeringData/investors/totalNumberAlreadyInvested'),
    isDated: toDate(read('offeringData/typeOfFiling/dateOfFirstSale/value')) !== null,
    hasAmount: sold !== null && sold > 0,
    amends: /^\d{10}-\d{2}-\d{6}$/.test(amends ?? '') ? (amends ?? '').replaceAll('-', '') : null,
  }
}

/** What one kind of security says alone; never a letter of a series, and nothing where several kinds are sold. */
function typeOf(read: Read): InvestmentType | null {
  const other = flagAt(read, `${securities}/isOtherType`)
    ? read(`${securities}/descriptionOfOtherType`)
    : null
  const told: InvestmentType[] = []
  if (flagAt(read, `${securities}/isEquityType`)) told.push('series_unknown')
  if (flagAt(read, `${securities}/isDebtType`)) told.push('debt_financing')
  if (other !== null && (/\bSAFEs?\b/.test(other) || /future equity|convertible/i.test(other)))
    told.push('convertible_note')
  return told.length === 1 ? (told[0] ?? null) : null
}

// Decision: a Form C is filed before its offer is made, so that its own date is that of the announcement; what was
// raised is told by progress updates only.
const readFormC = (form: string, read: Read): Filing => ({
  form,
  ...issuerOf(
    read,
    'headerData/filerInfo/filer/filerCredentials/filerCik',
    'formData/issuerInformation/issuerInfo/nameOfIssuer',
  ),
  type: 'equity_crowdfunding',
  isFund: false,
  investors: null,
  isDated: true,
  hasAmount: /\$\s?\d/.test(read('formData/issuerInformation/progressUpdate') ?? ''),
  amends: null,
})

function issuerOf(read: Read, cikPath: string, namePath: string): Pick<Filing, 'cik' | 'name'> {
  const [cik, name] = [read(cikPath), read(namePath)]
  if (cik === null || !/^\d{1,10}$/.test(cik) || name === null)
    throw pageChanged('a filing without an issuer')
  return { cik: cik.padStart(10, '0'), name }
}

function numberAt(read: Read, path: string): number | null {
  const written = read(path)
  const number = toInteger(written)
  if (written !== null && (number === null || number < 0)) throw pageChanged(`${path} is no number`)
  return number
}

/** A kind that is not sold is left out, or denied. */
function flagAt(read: Read, path: string): boolean {
  const written = read(path)
  const flag = asBoolean(written)
  if (written !== null && flag === null) throw pageChanged(`${path} is neither true nor false`)
  return flag ?? false
}
