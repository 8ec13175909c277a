// Words that stand for a function, not for a person, in addresses and in the names of contacts.

const roles = new Set(
  `abuse accounting accounts admin administration billing booking bookings business careers compliance compta
  comptabilite contact contabilidad customercare customerservice data dpo empleo enquiries enquiry events facturation
  feedback finance general hello help helpdesk hi hostmaster hr info infos information inquiries investors invoice
  invoices invoicing it jobs kontakt legal mail mailbox management marketing media news newsletter noreply no-reply
  donotreply office operations order orders partner partners partnerships payments postmaster pr presse press privacy
  procurement purchasing recruiting recruitment recrutement reception reservations rgpd rh root sales security service
  services shop soporte store studio suppliers support team tech technical training ventas vente ventes vertrieb web
  webmaster welcome`
    .trim()
    .split(/\s+/)
    .map((word) => word.replace('-', '')),
)

export const isRoleWord = (word: string): boolean => roles.has(word)

/** Whether a contact's name, folded, is that of a function: "Press office", "Sales team UK". */
export const isRoleName = (name: string): boolean => {
  const words = name.split(/[^a-z]+/).filter((word) => word !== '')
  return (
    words.length > 0 &&
    isRoleWord(words[0] ?? '') &&
    words.slice(1).every((word) => roles.has(word) || unitWords.has(word))
  )
}

const unitWords = new Set(
  'and department desk dept line enquiries room uk us eu fr de es unit relations relation'.split(' '),
)
