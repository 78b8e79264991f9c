import { execFile } from "node:child_process"
import { mkdir, mkdtemp, rm, statfs } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"

const run = promisify(execFile)

/** The database and its write-ahead log need a part of it, and the filler takes the rest from the memory. */
const SIZE_MIB = 512

const FILL_ATTEMPTS = 5

/** A disk for the data folder of a run, which can be filled. */
export interface SmallDisk {
  readonly folder: string
  /** Whether it has a size of its own. Only root may mount such a disk. */
  readonly canFill: boolean
  readonly fill: () => Promise<void>
  readonly free: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Mounts a file system in memory, or makes an ordinary folder when this user may not mount. */
export const openSmallDisk = async (): Promise<SmallDisk> => {
  const mountPoint = await mkdtemp(join(tmpdir(), "mon-chaos-"))
  const canFill = await run("mount", ["-t", "tmpfs", "-o", `size=${SIZE_MIB}m`, "mon-chaos", mountPoint]).then(
    () => true,
    () => false
  )
  const folder = join(mountPoint, "data")
  await mkdir(folder)
  const filler = join(mountPoint, "filler")
  const free = () => rm(filler, { force: true })
  return {
    folder,
    canFill,
    fill: async () => {
      // Ends with an error when the disk is full. The database may free some blocks meanwhile.
      for (let attempt = 0; attempt < FILL_ATTEMPTS && (await statfs(mountPoint)).bavail > 0; attempt++)
        for (const block of ["1M", "4k"])
          await run("dd", ["if=/dev/zero", `of=${filler}`, `bs=${block}`, "oflag=append", "conv=notrunc"]).catch(
            () => {}
          )
    },
    free,
    close: async () => {
      await free()
      if (canFill) await run("umount", ["--lazy", mountPoint])
      await rm(mountPoint, { recursive: true, force: true })
    }
  }
}
