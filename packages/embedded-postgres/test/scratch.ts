import { chmod, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { afterAll, afterEach } from "vitest"
import { isAlive, type ProcessIdentity, identify } from "../src/ProcessIdentity.ts"

/**
 * Makes folders for one test file and removes them at its end. Kills servers that a failed test left behind, by their
 * identity.
 */
export const scratch = (name: string) => {
  const folders: Array<string> = []
  const servers = new Map<number, ProcessIdentity>()

  const killLeftovers = () => {
    for (const server of servers.values()) {
      if (isAlive(server)) process.kill(server.pid, "SIGKILL")
    }
    servers.clear()
  }
  afterEach(killLeftovers)
  afterAll(async () => {
    for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  return {
    /** Makes a new folder that everybody may enter. */
    folder: async (): Promise<string> => {
      const folder = await mkdtemp(join(tmpdir(), `mon ${name} ü-`))
      await chmod(folder, 0o755)
      folders.push(folder)
      return folder
    },
    /** Registers a process that must not outlive the test. */
    remember: <A extends { readonly pid: number }>(server: A): A => {
      const identity = identify(server.pid)
      if (identity !== undefined) servers.set(server.pid, identity)
      return server
    }
  }
}
