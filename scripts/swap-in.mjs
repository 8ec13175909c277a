// Moves a new build into the place of the old one in one step, so that concurrent starts cannot mix their files.
import { renameSync, rmSync } from 'node:fs'

/**
 * `isWanted` decides whether an existing build is replaced: one that another start has just made stays, because it may
 * be in use. Without it, an existing build is always replaced.
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

/** Fails if a build exists: rename replaces only an empty folder. */
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
