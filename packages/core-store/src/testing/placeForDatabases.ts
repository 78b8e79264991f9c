import { accessSync, constants, statfsSync } from "node:fs"
import { tmpdir } from "node:os"

/** A folder that Linux keeps in memory. Creating a database in this folder is 20 times as fast as on a disk. */
const MEMORY = "/dev/shm"
const WANTED_BYTES = 4 * 2 ** 30

/** Returns the folder for the data of test servers. The folder is in memory if there is enough memory. */
export const placeForDatabases = (): string => {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    accessSync(MEMORY, constants.W_OK)
    return bavail * bsize >= WANTED_BYTES ? MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}
