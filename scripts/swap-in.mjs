// Puts a fresh build, made beside the old one, into its place whole, so that two starts at once cannot mix their files.
import { renameSync, rmSync } from 'node:fs'

/**
 * `isWanted` is asked where a build stands: one that another start has just put there stays, since it may be being
 * loaded. Unless given, whatever stands there makes way.
 */
export function swapIn(fresh, target, isWanted = () => true) {
  const old = `${fresh}.old`
  try {
    while (!isPut(fresh, target)) {
      if (!isWanted()) return
      rmSync(old, { recursive: true, force: true })
      moveAway(target, old)
    }
  } finally {
    for (const left of [fresh, old]) rmSync(left, { recursive: true, force: true })
  }
}

/** Fails where a build stands: a folder takes the place of an empty one only. */
function isPut(fresh, target) {
  try {
    renameSync(fresh, target)
    return true
  } catch (error) {
    if (error.code === 'ENOTEMPTY' || error.code === 'EEXIST') return false
    throw error
  }
}

function moveAway(target, old) {
  try {
    renameSync(target, old)
  } catch (error) {
    // Another start was faster.
    if (error.code !== 'ENOENT') throw error
  }
}
