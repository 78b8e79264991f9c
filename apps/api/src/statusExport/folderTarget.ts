import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises"
import { dirname, join, relative, sep } from "node:path"
import { ExportError, type ExportTarget } from "./ExportTarget.ts"

const attempt = <A>(work: () => Promise<A>): Effect.Effect<A, ExportError> =>
  Effect.tryPromise({ try: work, catch: (cause) => new ExportError({ cause }) })

const isAbsent = (cause: unknown): boolean => cause instanceof Error && "code" in cause && cause.code === "ENOENT"

/** Files that are not finished. A web server does not find them below the folder of a page. */
const UNFINISHED = ".unfinished"

/** Copies in a folder, which a web server can serve as it is. */
export const folderTarget = (folder: string): ExportTarget => ({
  write: ({ body, path }) =>
    attempt(async () => {
      const unfinished = join(folder, UNFINISHED, randomUUID())
      const target = join(folder, path)
      await mkdir(dirname(unfinished), { recursive: true })
      await mkdir(dirname(target), { recursive: true })
      try {
        await writeFile(unfinished, body)
        await rename(unfinished, target)
      } catch (cause) {
        await rm(unfinished, { force: true })
        throw cause
      }
    }),
  remove: (path) => attempt(() => rm(join(folder, path), { force: true })),
  list: (slug) =>
    attempt(async () => {
      try {
        const entries = await readdir(join(folder, slug), { recursive: true, withFileTypes: true })
        return entries
          .filter((entry) => entry.isFile())
          .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
      } catch (cause) {
        if (isAbsent(cause)) return []
        throw cause
      }
    })
})
