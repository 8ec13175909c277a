// Packs files as a tarball that `npm install` takes. The same content gives the same bytes on any machine at any time:
// names are sorted, and times, owners and modes are fixed.
import { gzipSync } from 'node:zlib'

const blockBytes = 512
/** The time that `npm pack` writes, 1985-10-26T08:15:00Z. */
const modifiedAt = 499_162_500
const maxNameBytes = 100

/** `files` maps names within the package to their content; the files named in `programs` are executable. */
export function packTarball(files, programs = []) {
  const blocks = Object.keys(files)
    .sort()
    .flatMap((name) => {
      const content = Buffer.from(files[name])
      const padding = Buffer.alloc((blockBytes - (content.length % blockBytes)) % blockBytes)
      return [createHeader(`package/${name}`, content.length, programs.includes(name)), content, padding]
    })
  const tarball = gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * blockBytes)]), { level: 9 })
  // The tenth byte names the operating system; 255 is "unknown".
  tarball[9] = 255
  return tarball
}

/** POSIX ustar. */
function createHeader(name, size, isProgram) {
  if (Buffer.byteLength(name) > maxNameBytes) throw new Error(`${name} is too long for a tarball`)
  const header = Buffer.alloc(blockBytes)
  const octal = (value, digits) => `${value.toString(8).padStart(digits, '0')}\0`
  header.write(name, 0)
  header.write(octal(isProgram ? 0o755 : 0o644, 7), 100)
  header.write(octal(0, 7), 108)
  header.write(octal(0, 7), 116)
  header.write(octal(size, 11), 124)
  header.write(octal(modifiedAt, 11), 136)
  header.write(' '.repeat(8), 148)
  header.write('0', 156)
  header.write('ustar\0', 257)
  header.write('00', 263)
  const checksum = header.reduce((sum, byte) => sum + byte, 0)
  header.write(`${checksum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}
