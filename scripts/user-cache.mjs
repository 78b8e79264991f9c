import { accessSync, constants, mkdirSync } from "node:fs"
import { homedir } from "node:os"
import { join } from "node:path"
import process from "node:process"

/**
 * Returns a folder of the user that all clones of this repository share, so that a second clone does not repeat work
 * that has already passed on the same content. Returns null if the folder is not writable.
 */
export const userCache = (env = process.env) => {
  const folder = join(env.XDG_CACHE_HOME || join(homedir(), ".cache"), "mon")
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return folder
  } catch {
    return null
  }
}
