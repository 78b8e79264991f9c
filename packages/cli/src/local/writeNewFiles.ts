import { CommandError } from "@mon/bundled/command-line"
import { randomBytes } from "node:crypto"
import { constants, copyFile, link, rename, rm, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"

export interface NewFile {
  readonly path: string
  readonly text: string
  /** Whether only the current user may read the file. */
  readonly isSecret: boolean
}

const PRIVATE = 0o600
const PUBLIC = 0o644

const codeOf = (error: unknown): string => (error instanceof Error && "code" in error ? String(error.code) : "")

const messages: ReadonlyMap<string, string> = new Map([
  ["EEXIST", "already exists. Choose another file, or replace it with --force"],
  ["ENOENT", "is in a folder that does not exist"],
  ["EACCES", "cannot be written: permission denied"],
  ["EISDIR", "is a folder"],
  ["EROFS", "cannot be written: the file system is read-only"],
  ["ENOSPC", "cannot be written: the disk is full"]
])

const failed = (path: string, error: unknown): CommandError =>
  new CommandError(`${path} ${messages.get(codeOf(error)) ?? `cannot be written (${codeOf(error) || String(error)})`}.`)

/** Returns the path of a temporary file in the folder of another file, so that it can be renamed atomically. */
const besides = (path: string): string => join(dirname(path), `.mon-${randomBytes(8).toString("hex")}.tmp`)

/** Gives a draft its name. Fails if the name is taken, where a rename would replace the existing file. */
const nameDraft = async (draft: string, path: string): Promise<void> => {
  try {
    await link(draft, path)
  } catch (error) {
    if (codeOf(error) === "EEXIST") throw error
    // FAT and some network file systems have no links. Node removes a copy that fails halfway.
    await copyFile(draft, path, constants.COPYFILE_EXCL)
  }
}

/**
 * Writes each file completely or not at all. Refuses existing files unless `isForced`. If a file cannot be written,
 * removes the new files that were already written.
 */
export const writeNewFiles = async (files: ReadonlyArray<NewFile>, isForced: boolean): Promise<void> => {
  const made: Array<string> = []
  for (const { isSecret, path, text } of files) {
    const draft = besides(path)
    try {
      // Other users must not be able to read a secret file, not even for a moment.
      await writeFile(draft, text, { flag: "wx", mode: isSecret ? PRIVATE : PUBLIC })
      if (isForced) await rename(draft, path)
      else {
        await nameDraft(draft, path)
        made.push(path)
      }
    } catch (error) {
      for (const one of made) await rm(one, { force: true })
      throw failed(path, error)
    } finally {
      await rm(draft, { force: true })
    }
  }
}
