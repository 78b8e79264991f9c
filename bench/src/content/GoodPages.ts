import { execFile } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync } from "node:fs"
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, relative } from "node:path"
import { promisify } from "node:util"
import list from "./goodPages.json" with { type: "json" }

const run = promisify(execFile)

/** A package of Debian or npm whose pages are fine. */
export type GoodPackage = (typeof list.packages)[number]

/** The packages in the order in which their pages count. */
export const goodPackages: ReadonlyArray<GoodPackage> = list.packages

/** Archives that were downloaded by an earlier run. */
const CACHE = join(tmpdir(), "mon-good-pages")

const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex")

const isArchive = (name: string): boolean => name.endsWith(".deb") || name.endsWith(".tgz")

const download = async ({ kind, name, version }: GoodPackage, folder: string): Promise<void> => {
  await (kind === "debian"
    ? run("apt-get", ["download", `${name}=${version}`], { cwd: folder })
    : run("npm", ["pack", "--silent", "--ignore-scripts", `${name}@${version}`], { cwd: folder }))
}

/** The archive of a package; null if it cannot be had with the contents that are listed. */
const archiveOf = async (one: GoodPackage): Promise<string | null> => {
  await mkdir(CACHE, { recursive: true })
  const cached = join(CACHE, `${one.sha256}${one.kind === "debian" ? ".deb" : ".tgz"}`)
  if (existsSync(cached)) return cached
  const folder = await mkdtemp(join(CACHE, "download-"))
  try {
    await download(one, folder)
    const name = (await readdir(folder)).find(isArchive)
    if (name === undefined || hashOf(await readFile(join(folder, name))) !== one.sha256) return null
    await rename(join(folder, name), cached)
    return cached
  } catch {
    return null
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const isPage = (name: string): boolean => /\.html?$/iu.test(name)

const excludedFrom = ({ name }: GoodPackage): ReadonlySet<string> =>
  new Set(list.excluded.flatMap((entry) => (entry.name === name ? entry.files : [])))

/** The pages of a package, each content once over all packages; null if the package cannot be had. */
export const pagesOf = async (
  one: GoodPackage,
  seen: Set<string>
): Promise<ReadonlyArray<{ readonly path: string; readonly body: Buffer }> | null> => {
  const archive = await archiveOf(one)
  if (archive === null) return null
  const folder = await mkdtemp(join(CACHE, "unpacked-"))
  try {
    await (one.kind === "debian"
      ? run("dpkg-deb", ["-x", archive, folder])
      : run("tar", ["-xzf", archive, "-C", folder, "--no-same-permissions"]))
    const excluded = excludedFrom(one)
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    const paths = entries
      .filter((entry) => entry.isFile() && isPage(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted()
    const pages: Array<{ readonly path: string; readonly body: Buffer }> = []
    for (const path of paths) {
      const inside = relative(folder, path)
      if (excluded.has(inside) || excluded.has(inside.replace(/^package\//u, ""))) continue
      const body = await readFile(path)
      const hash = hashOf(body)
      if (seen.has(hash)) continue
      seen.add(hash)
      pages.push({ path: inside, body })
    }
    return pages
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
