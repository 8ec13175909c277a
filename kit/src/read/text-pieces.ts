// Collects the text that a tokenizer emits in pieces, often single characters: adjacent pieces become one slice, and
// others are joined in batches, which bounds the memory.

const maxPieces = 4096

/**
 * Collects text of a page: slices by their positions in `html`, and other texts between them.
 *
 * @example
 * const pieces = createTextPieces('a&amp;b')
 * pieces.addSlice(0, 1)
 * pieces.add('&')
 * pieces.toString() // 'a&'
 */
export function createTextPieces(html: string) {
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
    /** The characters of the page from `start` to `end`. */
    addSlice(start: number, end: number) {
      if (start !== to) {
        takeSlice()
        from = start
      }
      to = end
    },
    /** Text that is not a slice of the page: a decoded entity, a space. */
    add(text: string) {
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
