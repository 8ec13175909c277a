// The version of the kit, which must be that of package.json, and which versions are compatible with it.

/** The version of this kit. `defineSource` writes it into every source. */
export const kitVersion = '0.2.0'

/** The part that compatible versions have in common: the major version, or `0.<minor>` before 1.0. */
const toBreakingPart = (version: string): string => {
  const [major = '', minor = ''] = version.split('.')
  return major === '0' ? `0.${minor}` : major
}

/** Whether a source that was made for another version of the kit works with this one. */
export const isCompatible = (version: string): boolean =>
  toBreakingPart(version) === toBreakingPart(kitVersion)
