import { type FileHandle, open, stat } from "node:fs/promises"
import { dirname } from "node:path"
import process from "node:process"
import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"

/** The user that the server runs as; undefined: the user of this process. PostgreSQL refuses to run as root. */
export type ServerUser = { readonly uid: number; readonly gid: number } | undefined

/** "nobody" on every system that has one. */
const NOBODY = 65_534

/** As root: the owner of the data, or "nobody" when there is no data yet. Otherwise the user of this process. */
export const serverUser = async (data: string): Promise<ServerUser> => {
  if (process.geteuid?.() !== 0) return undefined
  const owner = await stat(data).catch(() => undefined)
  return owner === undefined || owner.uid === 0 ? { uid: NOBODY, gid: NOBODY } : { uid: owner.uid, gid: owner.gid }
}

const mayEnter = async (folder: string, { gid, uid }: NonNullable<ServerUser>): Promise<boolean> => {
  const { gid: group, mode, uid: owner } = await stat(folder)
  return (mode & (owner === uid ? 0o100 : group === gid ? 0o010 : 0o001)) !== 0
}

/** Whether the user may enter `folder` and all folders above it. */
export const canReach = async (folder: string, user: ServerUser): Promise<boolean> => {
  if (user === undefined) return true
  for (let at = folder; ; at = dirname(at)) {
    if (!(await mayEnter(at, user))) return false
    if (at === dirname(at)) return true
  }
}

/** A path to a folder that the server's user can use, and the descriptor that the child must inherit as number 3. */
export interface Reach {
  readonly path: string
  readonly handle: FileHandle | undefined
}

/** The number of the first descriptor after stdin, stdout, stderr. */
const INHERITED_FD = 3

/**
 * Gives the server's user access to its folder below one that it may not enter, such as root's home: root opens the
 * folder, and the child uses the open descriptor. No permissions are changed.
 */
export const reach = async (folder: string, user: ServerUser): Promise<Reach> => {
  if (await canReach(folder, user)) return { path: folder, handle: undefined }
  if (process.platform === "linux") return { path: `/proc/self/fd/${INHERITED_FD}`, handle: await open(folder, "r") }
  throw new EmbeddedPostgresError({
    reason: "DataDirectory",
    message:
      `The database cannot run as root, and its unprivileged user cannot enter ${folder}. ` +
      "Set MON_DATA_DIR to a directory outside of root's home, or start as an ordinary user."
  })
}
