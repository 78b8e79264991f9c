import { chmod, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"

/** Creates folders that every user may enter. The folders are removed at the end of the test file. */
export const scratchFolders = (name: string): (() => Promise<string>) => {
  const folders: Array<string> = []
  afterAll(async () => {
    for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  return async () => {
    const folder = await mkdtemp(join(tmpdir(), `mon ${name} ü-`))
    await chmod(folder, 0o755)
    folders.push(folder)
    return folder
  }
}
