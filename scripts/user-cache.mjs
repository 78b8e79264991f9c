import { accessSync, constants, mkdirSync } from "node:fs"
import { homedir } from "node:os"
import { join } from "node:path"
import process from "node:process"

/**
 * A folder of the user for what every clone of this repository can use, so that a second clone does not repeat what
 * passed on the same content. Null if it cannot be written.
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
