// Reads which input of a batch the server refused, and why, from the message of the error.
import { formatFailure } from '../failure.ts'

/** Whether the refusal is about the option --fields, which all lines share. */
export const isAboutFields = (message: string): boolean =>
  /\b(?:inputs\[\d+\]\.|line \d+: )fields\b/.test(message)

/** The server names an input of a JSON body by its index, and one of a file by its line. */
export const findRefusedIndex = (message: string): number | null => {
  const [, index, line] = /\binputs\[(\d+)\]|\bline (\d+):/.exec(message) ?? []
  if (index !== undefined) return Number(index)
  return line === undefined ? null : Number(line) - 1
}

export const formatRefusal = (error: unknown): string =>
  (error instanceof Error ? error.message : formatFailure(error)).replace(
    /\binputs\[\d+\]\.?|\bline \d+: /,
    '',
  )
