import { execFile } from "node:child_process"
import { chmod, chown, mkdir, mkdtemp, rm, rmdir, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { promisify } from "node:util"
import type { BrowserUser } from "./BrowserUser.ts"

export interface BrowserHome {
  readonly home: string
  /** The program to start: the browser, or a program that starts the browser as another user. */
  readonly program: string
  /** Removes the temporary folder. Never rejects. */
  readonly remove: () => Promise<void>
}

// Playwright cannot start a browser as another user. It starts this program instead, which turns into the browser with
// exec, so the process, its group and its pipes stay the same. Node keeps only the descriptors 0 to 2 across exec, but
// Playwright uses 3 and 4 for its protocol. Therefore, a shell moves the descriptors 3 and 4 to 0 and 1 and back.
// Playwright's profile folder belongs to root, so the browser gets another profile folder; the last flag takes effect.
const AS_USER = `const [path, uid, gid, home, ...flags] = process.argv.slice(2)
try {
  process.setgroups([])
  process.setgid(Number(gid))
  process.setuid(Number(uid))
  process.chdir(home)
} catch (error) {
  console.error("Cannot become the user " + uid + ": " + error.message)
  process.exit(1)
}
const move = 'exec "$0" "$@" 3<&0 4>&1 0</dev/null 1>&2'
process.execve("/bin/sh", ["sh", "-c", move, path, ...flags, "--user-data-dir=" + home + "/profile"], process.env)
`

const run = promisify(execFile)

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

const removeAll = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)

/**
 * Removes, as the browser's user, everything that this user may replace. If root did this, a symbolic link could direct
 * the removal out of the folder.
 */
const emptyAs = async (user: NonNullable<BrowserUser>, folder: string): Promise<void> => {
  try {
    await run("/bin/rm", ["-rf", "--", folder], { ...user, cwd: "/" })
  } catch {
    // This error is expected, because rm must not remove the folder itself. If this process may not change its user,
    // there is nothing to remove.
  }
}

const forOtherUser = async (folder: string, browser: string, user: NonNullable<BrowserUser>): Promise<BrowserHome> => {
  const home = join(folder, "home")
  const program = join(folder, "start")
  const script = join(folder, "asUser.mjs")
  await mkdir(home, { mode: 0o700 })
  await chown(home, user.uid, user.gid)
  await writeFile(script, AS_USER, { mode: 0o600 })
  const command = [process.execPath, "--no-warnings", script, browser, `${user.uid}`, `${user.gid}`, home]
    .map(quote)
    .join(" ")
  await writeFile(program, `#!/bin/sh\nexec ${command} "$@" 0<&3 1>&4\n`, { mode: 0o700 })
  await chmod(program, 0o700)
  // The browser may enter this folder, but may not list or change it.
  await chown(folder, 0, user.gid)
  await chmod(folder, 0o710)
  return {
    home,
    program,
    remove: async () => {
      await emptyAs(user, home)
      await rmdir(home).then(
        () => removeAll(folder),
        () => undefined
      )
    }
  }
}

/**
 * Makes the temporary folder of a browser. If the browser runs as another user, that user owns only the HOME directory
 * in it.
 */
export const makeBrowserHome = async (browser: string, user: BrowserUser): Promise<BrowserHome> => {
  const folder = await mkdtemp(join(tmpdir(), "screenshot-browser-"))
  const remove = (): Promise<void> => removeAll(folder)
  if (user === null) return { home: folder, program: browser, remove }
  return forOtherUser(folder, browser, user).catch(async (error: unknown) => {
    await remove()
    throw error
  })
}
