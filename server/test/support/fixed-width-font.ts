// A TrueType font in which every character has the same width, so that layout tests measure the same text widths on
// every machine. It draws nothing: only widths matter.

const unitsPerEm = 1000
/** Latin letters, then punctuation, arrows and symbols. */
const ranges = [
  [0x20, 0x24f],
  [0x2000, 0x27ff],
] as const
const glyphCount = 1 + ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0)

const pack = (...fields: readonly (readonly [bytes: 1 | 2 | 4, value: number])[]): Buffer =>
  Buffer.concat(
    fields.map(([bytes, value]) => {
      const field = Buffer.alloc(4)
      field.writeInt32BE(value | 0)
      return field.subarray(4 - bytes)
    }),
  )
const short = (...values: number[]) => pack(...values.map((value) => [2, value] as const))
const long = (...values: number[]) => pack(...values.map((value) => [4, value] as const))

/** Maps each range to consecutive glyphs (format 12). */
function createCharacterMap(): Buffer {
  let glyph = 1
  const groups = ranges.map(([first, last]) => {
    const group = long(first, last, glyph)
    glyph += last - first + 1
    return group
  })
  const body = Buffer.concat([long(0, groups.length), ...groups])
  return Buffer.concat([short(0, 1, 3, 10), long(12), short(12, 0), long(body.length + 8), body])
}

function createTables(width: number): Record<string, Buffer> {
  // Glyph 0 is a triangle, because an empty glyph table is refused; all others are empty.
  const outline = Buffer.concat([
    short(1, 0, 0, 100, 100, 2, 0),
    pack([1, 1], [1, 1], [1, 1]),
    short(0, 100, 0, 0, 0, 100),
    Buffer.alloc(1),
  ])
  const family = Buffer.from('Fixed', 'utf16le').swap16()
  const names = [1, 2, 4, 6].map((id) => short(3, 1, 0x409, id, family.length, 0))
  return {
    'OS/2': Buffer.concat([
      short(4, width, 400, 5, 0, 500, 500, 0, 0, 500, 500, 0, 0, 50, 250, 0),
      Buffer.alloc(10),
      long(0, 0, 0, 0, 0),
      short(0x40, 0x20, 0x27ff, 800, -200, 0, 800, 200),
      long(1, 0),
      short(500, 700, 0, 0x20, 1),
    ]),
    cmap: createCharacterMap(),
    glyf: outline,
    head: Buffer.concat([
      long(0x10000, 0x10000, 0, 0x5f0f3cf5),
      short(0, unitsPerEm),
      Buffer.alloc(16),
      short(0, 0, 100, 100, 0, 8, 2, 1, 0),
    ]),
    hhea: Buffer.concat([
      long(0x10000),
      short(800, -200, 0, width, 0, 0, 100, 1),
      Buffer.alloc(14),
      short(1),
    ]),
    hmtx: Buffer.concat([short(width, 0), Buffer.alloc(2 * (glyphCount - 1))]),
    loca: long(0, ...Array.from({ length: glyphCount }, () => outline.length)),
    maxp: Buffer.concat([long(0x10000), short(glyphCount, 3, 1, 0, 0, 1), Buffer.alloc(16)]),
    name: Buffer.concat([short(0, names.length, 6 + 12 * names.length), ...names, family]),
    post: Buffer.concat([long(0x30000), Buffer.alloc(28)]),
  }
}

const align = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)])

function checksum(bytes: Buffer): number {
  let sum = 0
  for (let at = 0; at < bytes.length; at += 4) sum = (sum + bytes.readUInt32BE(at)) >>> 0
  return sum
}

/** `emWidth` is the width of every character, in em. */
export function createFixedWidthFont(emWidth: number): Buffer {
  const tables = Object.entries(createTables(Math.round(emWidth * unitsPerEm)))
  const power = Math.floor(Math.log2(tables.length))
  const searchRange = 2 ** power * 16
  const head = Buffer.concat([
    long(0x10000),
    short(tables.length, searchRange, power, tables.length * 16 - searchRange),
  ])
  let offset = head.length + 16 * tables.length
  const directory = tables.map(([tag, table]) => {
    const entry = Buffer.concat([Buffer.from(tag), long(checksum(align(table)), offset, table.length)])
    offset += align(table).length
    return entry
  })
  return Buffer.concat([head, ...directory, ...tables.map(([, table]) => align(table))])
}
