import { createHash, type Hash, randomBytes } from "node:crypto"
import { createReadStream } from "node:fs"
import { access, link, open, rename, rm } from "node:fs/promises"
import { dirname } from "node:path"
import { once } from "node:events"
import { createGunzip, createGzip } from "node:zlib"
import { asBackupError, BackupError } from "./BackupError.ts"
import { type Closing, decodeClosing, decodeOpening, FORMAT, type Opening, parts } from "./Manifest.ts"
import * as Tar from "./Tar.ts"

/** The gzip level. Compression is twice as fast as with zlib's default (6), and the file is a tenth larger. */
const GZIP_LEVEL = 3

/** The maximum size of one part of a backup. Parts that this program writes are much smaller. */
const MAX_PART_BYTES = 256 * 1024 * 1024

const json = (value: unknown): Uint8Array => Buffer.from(`${JSON.stringify(value, null, 2)}\n`, "utf8")

// The checksum covers everything before the last part, and the fields of the last part itself.
const sumOf = (before: Hash, closing: Omit<Closing, "sha256">): string =>
  before.copy().update(json(closing)).digest("hex")

/** The writer of a backup file. The file gets its name, with mode 600, only when it is complete and on the disk. */
export interface BackupWriter {
  readonly add: (name: string, bytes: Uint8Array) => Promise<void>
  /** Returns the number of bytes of the archive so far, before compression. */
  readonly size: () => number
  /** Completes the file. Returns the size of the file in bytes. */
  readonly finish: (closing: Omit<Closing, "sha256">) => Promise<number>
  /** Removes the unfinished file. Has no effect after `finish`. */
  readonly discard: () => Promise<void>
}

const hasCode = (cause: unknown, ...codes: ReadonlyArray<string>): boolean =>
  cause instanceof Error && "code" in cause && typeof cause.code === "string" && codes.includes(cause.code)

const refuseTaken = async (file: string): Promise<void> => {
  const free = await access(file).then(
    () => false,
    (cause: unknown) => hasCode(cause, "ENOENT")
  )
  if (!free)
    throw new BackupError({
      reason: "NotEmpty",
      message: `${file} already exists, and a backup never replaces a file.`
    })
}

// A link is used because, unlike a rename, it never replaces a file that has appeared in the meantime.
// Some file systems do not support links.
const publish = async (unfinished: string, file: string): Promise<void> => {
  try {
    await link(unfinished, file)
  } catch (cause) {
    if (!hasCode(cause, "EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS")) throw cause
    await refuseTaken(file)
    await rename(unfinished, file)
  }
}

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, "r")
  await handle.sync().finally(() => handle.close())
}

/** Fails if the file already exists. */
export const create = async (file: string, opening: Opening): Promise<BackupWriter> => {
  await refuseTaken(file)
  const unfinished = `${file}.${randomBytes(6).toString("hex")}.part`
  const cannotWrite = asBackupError("File", `The backup cannot be written to ${file}`)
  const handle = await open(unfinished, "wx", 0o600).catch((cause: unknown) => Promise.reject(cannotWrite(cause)))
  const gzip = createGzip({ level: GZIP_LEVEL })
  const drainTo = async () => {
    for await (const chunk of gzip) await handle.writeFile(chunk)
  }
  const written = drainTo()
  written.catch(() => {})
  const sum = createHash("sha256")
  const changedAt = Math.floor(Date.parse(opening.createdAt) / 1000)
  let done = false
  let archived = 0

  const put = async (bytes: Uint8Array): Promise<void> => {
    sum.update(bytes)
    archived += bytes.length
    // If the disk is full, `written` rejects and gzip never emits "drain".
    if (!gzip.write(bytes)) await Promise.race([once(gzip, "drain"), written])
  }
  const add = async (name: string, bytes: Uint8Array): Promise<void> => {
    try {
      for (const block of Tar.entry({ name, bytes }, changedAt)) await put(block)
    } catch (cause) {
      throw cannotWrite(cause)
    }
  }
  const discard = async (): Promise<void> => {
    if (done) return
    done = true
    gzip.destroy()
    await written.catch(() => {})
    await handle.close()
    await rm(unfinished, { force: true })
  }
  const finish: BackupWriter["finish"] = async (closing) => {
    await add(parts.closing, json({ ...closing, sha256: sumOf(sum, closing) }))
    try {
      gzip.end(Tar.end())
      await written
      await handle.sync()
      const { size } = await handle.stat()
      await publish(unfinished, file)
      await syncFolder(dirname(file))
      return size
    } catch (cause) {
      throw cannotWrite(cause)
    } finally {
      await discard()
    }
  }

  await add(parts.opening, json(opening)).catch(async (cause: unknown) => {
    await discard()
    throw cause
  })
  return { add, size: () => archived, finish, discard }
}

const isOpening = (text: string): boolean => {
  const value: unknown = JSON.parse(text)
  return typeof value === "object" && value !== null && "format" in value && typeof value.format === "number"
}

const openingOf = (file: string, entry: Tar.Entry | undefined): Opening => {
  const text = entry?.name === parts.opening ? Buffer.from(entry.bytes).toString("utf8") : ""
  if (text === "" || !isOpening(text))
    throw new BackupError({ reason: "Damaged", message: `${file} is not a Mon backup.` })
  const { format } = JSON.parse(text) as { readonly format: number }
  if (format > FORMAT) {
    throw new BackupError({
      reason: "Newer",
      message: `${file} was written by a newer version of Mon. Restore it with that version.`
    })
  }
  return decodeOpening(text)
}

const closingOf = (bytes: Uint8Array, before: Hash): Closing => {
  const closing = decodeClosing(Buffer.from(bytes).toString("utf8"))
  const { sha256, ...rest } = closing
  const expected = json({ ...rest, sha256: sumOf(before, rest) })
  if (!Buffer.from(expected).equals(bytes)) throw new Error(`the checksum of the file is not ${sha256}`)
  return closing
}

const partsOf = (file: string): AsyncGenerator<Tar.Entry> => {
  const source = createReadStream(file)
  const inflated = createGunzip()
  source.once("error", (cause) => inflated.destroy(cause))
  return Tar.entries(source.pipe(inflated), MAX_PART_BYTES)
}

/**
 * Returns whether an error comes from the file system. Such errors name their system call, but errors of zlib do not.
 */
const isFileError = (cause: unknown): boolean => cause instanceof Error && "syscall" in cause

const unreadable =
  (file: string) =>
  (cause: unknown): BackupError =>
    hasCode(cause, "Z_DATA_ERROR") && cause instanceof Error && cause.message.includes("header")
      ? new BackupError({ reason: "Damaged", message: `${file} is not a Mon backup.`, cause })
      : hasCode(cause, "ENOENT")
        ? new BackupError({ reason: "File", message: `There is no file ${file}.`, cause })
        : isFileError(cause)
          ? asBackupError("File", `${file} cannot be read`)(cause)
          : asBackupError("Damaged", `${file} is truncated or damaged`)(cause)

export interface Contents {
  readonly opening: Opening
  readonly closing: Closing
  readonly secret: string | null
}

/** Reads the whole file and returns its contents. Fails if any byte has changed since the file was written. */
export const verify = async (file: string): Promise<Contents> => {
  let secret: string | null = null
  const sum = createHash("sha256")
  let opening: Opening | undefined
  let closing: Closing | undefined
  try {
    for await (const entry of partsOf(file)) {
      if (closing !== undefined) throw new Error("the file continues after its end marker")
      opening ??= openingOf(file, entry)
      if (entry.name === parts.secret) secret = Buffer.from(entry.bytes).toString("utf8").trim()
      if (entry.name === parts.closing) {
        closing = closingOf(entry.bytes, sum)
      } else {
        for (const block of Tar.entry(entry, Math.floor(Date.parse(opening.createdAt) / 1000))) sum.update(block)
      }
    }
    if (opening === undefined) throw new BackupError({ reason: "Damaged", message: `${file} is not a Mon backup.` })
    if (closing === undefined) throw new Error("the end of the file is missing")
    return { opening, closing, secret }
  } catch (cause) {
    throw unreadable(file)(cause)
  }
}

/** Reads the parts of a file that {@link verify} has accepted. */
export const read = async function* (file: string): AsyncGenerator<Tar.Entry> {
  try {
    yield* partsOf(file)
  } catch (cause) {
    throw unreadable(file)(cause)
  }
}
