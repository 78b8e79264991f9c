import { execFile } from "node:child_process"
import process from "node:process"
import { promisify } from "node:util"
import type { BrowserUser } from "./BrowserUser.ts"

export interface Chromium {
  readonly path: string
  readonly environment: Readonly<Record<string, string>>
}

const ANSWER_MS = 10_000

const run = promisify(execFile)

/**
 * Returns the version that the program prints, such as "150.0.7871.100", or null if the program does not run. Rejects
 * if this process may not run programs as the given user.
 */
export const readVersion = async ({ environment, path }: Chromium, user: BrowserUser): Promise<string | null> => {
  const answer = ((): Promise<{ readonly stdout: string } | null> => {
    try {
      return run(path, ["--version"], {
        ...user,
        cwd: "/",
        timeout: ANSWER_MS,
        killSignal: "SIGKILL",
        env: { PATH: process.env["PATH"] ?? "/usr/bin:/bin", HOME: "/nonexistent", ...environment }
      }).catch(() => null)
    } catch (error) {
      // `execFile` throws only if the system does not allow the change of the user.
      throw new Error(`Cannot become the user ${user?.uid}: ${String(error)}`, { cause: error })
    }
  })()
  return /\d+(?:\.\d+)+/u.exec((await answer)?.stdout ?? "")?.[0] ?? null
}
