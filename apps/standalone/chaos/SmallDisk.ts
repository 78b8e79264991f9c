import { execFile } from "node:child_process"
import { mkdir, mkdtemp, rm, statfs } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"

const run = promisify(execFile)

/**
 * The size of the disk. The database and its write-ahead log need a part of it; the filler takes the rest, which
 * occupies memory.
 */
const SIZE_MIB = 512

const FILL_ATTEMPTS = 5

export interface SmallDisk {
  readonly folder: string
  /** Whether the disk has a limited size, so that it can be filled. Only root may mount such a disk. */
  readonly canFill: boolean
  readonly fill: () => Promise<void>
  readonly free: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Mounts a file system in memory. If this user may not mount file systems, creates an ordinary folder instead. */
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
      // The command fails once the disk is full. The database may free some blocks in the meantime, so there are
      // several attempts.
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
