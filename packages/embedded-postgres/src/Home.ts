import { randomBytes } from "node:crypto"
import { chmod, mkdir, readFile, realpath, rename, rm, writeFile } from "node:fs/promises"
import { join, resolve } from "node:path"
import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"
import { isAlive, type ProcessIdentity, self } from "./ProcessIdentity.ts"

/** The folder of the embedded server: `<data directory>/postgres`. */
export interface Home {
  readonly folder: string
  /** The data directory of PostgreSQL within this folder. */
  readonly data: string
}

const unusable = (folder: string, cause: unknown): EmbeddedPostgresError =>
  new EmbeddedPostgresError({
    reason: "DataDirectory",
    message:
      `The data directory ${folder} cannot be used: ${cause instanceof Error ? cause.message : String(cause)}. ` +
      "Set MON_DATA_DIR to a directory that this user can write to.",
    cause
  })

/** Creates the folder of the embedded server if it is missing. Changes nothing else in the data directory. */
export const open = async (dataDir: string): Promise<Home> => {
  const folder = join(resolve(dataDir), "postgres")
  try {
    await mkdir(resolve(dataDir), { recursive: true, mode: 0o700 })
    await mkdir(folder, { recursive: true })
    await chmod(folder, 0o711)
    const real = await realpath(folder)
    return { folder: real, data: join(real, "data") }
  } catch (cause) {
    throw unusable(dataDir, cause)
  }
}

const writeSecretly = async (file: string, text: string): Promise<void> => {
  const unfinished = `${file}.${randomBytes(6).toString("hex")}`
  try {
    await writeFile(unfinished, text, { mode: 0o600, flag: "wx" })
    await rename(unfinished, file)
  } catch (cause) {
    // Without this removal, each failed attempt would leave a file behind, for example if the disk is full.
    await rm(unfinished, { force: true })
    throw cause
  }
}

const passwordFile = ({ folder }: Home): string => join(folder, "password")

/** Returns the password of the server's only user; undefined before the first start. */
export const readPassword = (home: Home): Promise<string | undefined> =>
  readFile(passwordFile(home), "utf8").then(
    (text) => text.trim(),
    (cause: unknown) => {
      if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return undefined
      throw unusable(home.folder, cause)
    }
  )

const PASSWORD_BYTES = 32

export const makePassword = async (home: Home): Promise<string> => {
  const password = randomBytes(PASSWORD_BYTES).toString("base64url")
  await writeSecretly(passwordFile(home), `${password}\n`)
  return password
}

const ownerFile = ({ folder }: Home): string => join(folder, "owner.json")

/** Returns the owner, which is the process that will stop the server; undefined if that process has ended. */
export const findOwner = async (home: Home): Promise<ProcessIdentity | undefined> => {
  try {
    const owner: unknown = JSON.parse(await readFile(ownerFile(home), "utf8"))
    if (typeof owner !== "object" || owner === null || !("pid" in owner) || !("born" in owner)) return undefined
    const identity = { pid: Number(owner.pid), born: String(owner.born) }
    return isAlive(identity) ? identity : undefined
  } catch {
    return undefined
  }
}

/** Makes this process the owner of the server. The owner stops the server. */
export const own = (home: Home): Promise<void> => writeSecretly(ownerFile(home), JSON.stringify(self()))

/** Returns whether this process is the owner of the server. The owner stops the server. */
export const isOwn = async (home: Home): Promise<boolean> => {
  const owner = await findOwner(home)
  const me = self()
  return owner !== undefined && owner.pid === me.pid && owner.born === me.born
}

export const disown = (home: Home): Promise<void> => rm(ownerFile(home), { force: true })
