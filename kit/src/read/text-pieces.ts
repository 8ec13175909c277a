// Collects text that a tokenizer hands out in pieces, often one character at a time: neighbours in the page are taken
// over as one slice, and what cannot be is joined now and then, so that no page grows a list longer than itself.

export type TextPieces = {
  /** The characters of the page from `start` to `end`. */
  addSlice: (start: number, end: number) => void
  /** Text that does not stand in the page as it is: a decoded entity, a space. */
  add: (text: string) => void
  isEmpty: () => boolean
  toString: () => string
}

const maxPieces = 4096

export function createTextPieces(html: string): TextPieces {
  let whole = ''
  let pieces: string[] = []
  let from = 0
  let to = 0

  const push = (text: string) => {
    pieces.push(text)
    if (pieces.length < maxPieces) return
    whole += pieces.join('')
    pieces = []
  }
  const takeSlice = () => {
    if (to > from) push(html.slice(from, to))
    from = to
  }
  return {
    addSlice(start, end) {
      if (start !== to) {
        takeSlice()
        from = start
      }
      to = end
    },
    add(text) {
      takeSlice()
      push(text)
    },
    isEmpty: () => whole === '' && pieces.length === 0 && to === from,
    toString() {
      takeSlice()
      return whole + pieces.join('')
    },
  }
}
