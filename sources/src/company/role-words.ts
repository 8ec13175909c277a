// Words that name a role instead of a person, in e-mail addresses and in the names of contacts.

const roles = new Set(
  `abuse accounting accounts admin administration billing booking bookings business careers compliance compta
  comptabilite contact contabilidad customercare customerservice data dpo empleo enquiries enquiry events facturation
  feedback finance general hello help helpdesk hi hostmaster hr info infos information inquiries investors invoice
  invoices invoicing it jobs kontakt legal mail mailbox management marketing media news newsletter noreply
  donotreply office operations order orders partner partners partnerships payments postmaster pr presse press privacy
  procurement purchasing recruiting recruitment recrutement reception reservations rgpd rh root sales security service
  services shop soporte store studio suppliers support team tech technical training ventas vente ventes vertrieb web
  webmaster welcome`.split(/\s+/),
)
const unitWords = new Set(
  'and department desk dept line enquiries room uk us eu fr de es unit relations relation'.split(' '),
)

export const isRoleWord = (word: string): boolean => roles.has(word)

/** Whether a contact's folded name is that of a role: "press office", "sales team uk". */
export function isRoleName(name: string): boolean {
  const [first = '', ...others] = name.split(/[^a-z]+/).filter((word) => word !== '')
  return isRoleWord(first) && others.every((word) => roles.has(word) || unitWords.has(word))
}
