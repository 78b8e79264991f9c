import { lchown, type FileHandle, open, readdir, readFile, stat } from "node:fs/promises"
import { dirname, join } from "node:path"
import process from "node:process"
import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"

/** The user that the server runs as. Undefined: the user of this process. PostgreSQL refuses to run as root. */
export type ServerUser = { readonly uid: number; readonly gid: number } | undefined

/**
 * The user and group id of the server if Mon runs as root. No user with this id needs to exist. systemd's table of user
 * ids (UIDS-GIDS) leaves 60578 to 61183 free, and user namespaces with 65,536 ids contain this id.
 */
const OWN_ID = 60_978

/** The id of "nobody", which other programs use too. Earlier versions ran the server as this user. */
const NOBODY = 65_534

const own = { uid: OWN_ID, gid: OWN_ID }

/**
 * Returns the user for the server. If Mon runs as root, this is the owner of the data, or a dedicated user. Otherwise,
 * it is the user of this process.
 */
export const serverUser = async (data: string): Promise<ServerUser> => {
  if (process.geteuid?.() !== 0) return undefined
  const owner = await stat(data).catch(() => undefined)
  if (owner === undefined || owner.uid === 0 || owner.uid === NOBODY) return own
  return { uid: owner.uid, gid: owner.gid }
}

const giveContents = async (folder: string, { gid, uid }: NonNullable<ServerUser>): Promise<void> => {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const at = join(folder, entry.name)
    await lchown(at, uid, gid)
    if (entry.isDirectory()) await giveContents(at, { uid, gid })
  }
}

/**
 * Changes the owner of a folder and everything in it. Each folder changes its owner before it is read, so that the
 * former owner cannot replace an entry with a link to another file. The outermost folder belongs to root until
 * everything in it has been changed, so that the next start repeats the change after a crash.
 */
export const giveTo = async (folder: string, user: NonNullable<ServerUser>): Promise<void> => {
  await lchown(folder, 0, 0)
  await giveContents(folder, user)
  await lchown(folder, user.uid, user.gid)
}

/** Makes the user the owner of the data, unless the user owns it already. Call it only while no server runs. */
export const takeOver = async (data: string, user: ServerUser): Promise<void> => {
  if (user === undefined) return
  const { gid, uid } = await stat(data)
  if (uid !== user.uid || gid !== user.gid) await giveTo(data, user)
}

/** The lowest user id of a person. Lower ids belong to system users, which nobody logs in as. */
const FIRST_PERSON = 1_000

// The first fields of a line in passwd(5) are name, password, uid and gid.
const systemUsers = (passwd: string): ReadonlyArray<NonNullable<ServerUser>> =>
  passwd
    .split("\n")
    .map((line) => line.split(":").map(Number))
    .map(([, , uid = 0, gid = 0]) => ({ uid, gid }))
    .filter(({ gid, uid }) => gid > 0 && ((uid > 0 && uid < FIRST_PERSON) || uid === NOBODY))
    .toSorted((a, b) => b.uid - a.uid)

const busyUsers = async (): Promise<ReadonlySet<number>> => {
  const ids = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name))
  const users = await Promise.all(
    ids.map((id) =>
      readFile(`/proc/${id}/status`, "utf8").then(
        (text) => /^Uid:\s+(.*)$/m.exec(text)?.[1]?.split(/\s+/).map(Number) ?? [],
        () => []
      )
    )
  )
  return new Set(users.flat())
}

/**
 * Returns the user that runs initdb, which refuses a user without a name. This is "nobody", or another system user if a
 * process of "nobody" is running, because that process could change the data while initdb writes it.
 */
export const creatorOf = async (user: ServerUser): Promise<ServerUser> => {
  if (user === undefined || user.uid !== OWN_ID) return user
  const users = systemUsers(await readFile("/etc/passwd", "utf8").catch(() => ""))
  const busy = await busyUsers()
  return users.find(({ uid }) => !busy.has(uid)) ?? users[0] ?? user
}

const mayEnter = async (folder: string, { gid, uid }: NonNullable<ServerUser>): Promise<boolean> => {
  const { gid: group, mode, uid: owner } = await stat(folder)
  return (mode & (owner === uid ? 0o100 : group === gid ? 0o010 : 0o001)) !== 0
}

/** Returns whether the user may enter `folder` and all folders above it. */
export const canReach = async (folder: string, user: ServerUser): Promise<boolean> => {
  if (user === undefined) return true
  for (let at = folder; ; at = dirname(at)) {
    if (!(await mayEnter(at, user))) return false
    if (at === dirname(at)) return true
  }
}

/**
 * A path by which the server's user can reach a folder, and the file descriptor that the child process must inherit as
 * number 3.
 */
export interface Reach {
  readonly path: string
  readonly handle: FileHandle | undefined
}

/** The number of the first descriptor after stdin, stdout and stderr. */
const INHERITED_FD = 3

/**
 * Gives the server's user access to a folder even if this user may not enter a folder above it, such as root's home.
 * Root opens the folder, and the child process uses the open descriptor. No permissions change.
 */
export const reach = async (folder: string, user: ServerUser): Promise<Reach> => {
  if (await canReach(folder, user)) return { path: folder, handle: undefined }
  if (process.platform === "linux") return { path: `/proc/self/fd/${INHERITED_FD}`, handle: await open(folder, "r") }
  throw new EmbeddedPostgresError({
    reason: "DataDirectory",
    message:
      `The database cannot run as root, and its unprivileged user cannot enter ${folder}. ` +
      "Set MON_DATA_DIR to a directory outside root's home directory, or start Mon as an ordinary user."
  })
}
