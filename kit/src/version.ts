// The version of the kit, and which versions a server can use. A test compares it with package.json.

/**
 * The version of this kit. `defineSource` writes it into every source.
 *
 * @example
 * lanterns.kitVersion === kitVersion // true
 */
export const kitVersion = '0.2.0'

/** What must be equal for two versions to work together: the major version, or `0.<minor>` before 1.0. */
const toBreakingPart = (version: string): string => {
  const [major = '', minor = ''] = version.split('.')
  return major === '0' ? `0.${minor}` : major
}

/**
 * Whether a source that was made for another version of the kit works with this one.
 *
 * @example
 * isCompatible(kitVersion) // true
 */
export const isCompatible = (version: string): boolean =>
  toBreakingPart(version) === toBreakingPart(kitVersion)
