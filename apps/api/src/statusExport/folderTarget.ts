import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { lstat, mkdir, readdir, rename, rm, stat, symlink, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { type ExportedFile, ExportError, type ExportTarget } from "./ExportTarget.ts"

const attempt = <A>(work: () => Promise<A>): Effect.Effect<A, ExportError> =>
  Effect.tryPromise({ try: work, catch: (cause) => new ExportError({ place: "the folder", cause }) })

const absentOr =
  <A>(otherwise: A) =>
  (cause: unknown): A => {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return otherwise
    throw cause
  }

/** The folder with the versions of the copies. The address of a page is a symbolic link to one version. */
const VERSIONS = ".copies"
/** The path of a file that every version of the program writes. It identifies a folder as a copy of a status page. */
const MARK = "api/v2/summary.json"

/**
 * Moves a real folder away from the address of a page. Mon replaces such a folder only if it is a copy that an older
 * version of the program has written.
 */
const moveFolderAway = async (address: string, to: string): Promise<void> => {
  const found = await lstat(address).catch(absentOr(null))
  if (found === null || found.isSymbolicLink()) return
  if ((await stat(join(address, MARK)).catch(absentOr(null))) === null)
    throw new Error(`${address} already exists and is not a copy of a status page. Move it somewhere else.`)
  await rename(address, to)
}

const writeFiles = async (version: string, files: ReadonlyArray<ExportedFile>): Promise<void> => {
  const folders = new Set(files.map(({ path }) => dirname(join(version, path))))
  for (const folder of folders) await mkdir(folder, { recursive: true })
  for (const { body, path } of files) await writeFile(join(version, path), body)
}

/**
 * Stores copies in a folder, which a web server can serve directly. A new version is written next to the old version.
 * Renaming a symbolic link then switches all files at once, so a killed process leaves either the old or the new copy.
 */
export const folderTarget = (folder: string): ExportTarget => {
  const versionsOf = (slug: string) => join(folder, VERSIONS, slug)
  return {
    write: (slug, files) =>
      attempt(async () => {
        const name = randomUUID()
        const version = join(versionsOf(slug), name)
        await writeFiles(version, files)
        const link = `${version}.link`
        // The link is relative, so that the folder can be moved or mounted elsewhere.
        await symlink(join(VERSIONS, slug, name), link)
        await moveFolderAway(join(folder, slug), `${version}.before`)
        await rename(link, join(folder, slug))
        for (const other of await readdir(versionsOf(slug)))
          if (other !== name) await rm(join(versionsOf(slug), other), { recursive: true, force: true })
      }),
    remove: (slug) =>
      attempt(async () => {
        const address = join(folder, slug)
        const old = join(versionsOf(slug), `${randomUUID()}.before`)
        await mkdir(versionsOf(slug), { recursive: true })
        await moveFolderAway(address, old)
        await rm(address, { force: true })
        await rm(versionsOf(slug), { recursive: true, force: true })
      }),
    slugs: attempt(() => readdir(join(folder, VERSIONS)).catch(absentOr<Array<string>>([])))
  }
}
