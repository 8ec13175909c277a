// A function of the database: its current text, and a version that grows with each change of the text.

export type DatabaseFunction = {
  /** Name and argument types, as PostgreSQL identifies it. A new signature is a new function, never a change of one. */
  signature: string
  /** Grows by one with each change of the text: a server never replaces the text of a newer one. */
  version: number
  text: string
}

/** Declares a function, followed by its text: a template without placeholders. */
export const databaseFunction =
  (signature: string, version: number) =>
  ([text = '']: TemplateStringsArray): DatabaseFunction => ({ signature, version, text })
