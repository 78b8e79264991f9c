import { createReadStream, createWriteStream } from "node:fs"
import { chmod, lstat, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { homedir, tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { pipeline } from "node:stream/promises"
import { promisify } from "node:util"
import { brotliDecompress, createBrotliDecompress } from "node:zlib"
import type { BrowserUser } from "./BrowserUser.ts"
import { packageVersion } from "./ChromiumPath.ts"
import { type Chromium, readVersion } from "./readVersion.ts"
import { unpackTar } from "./unpackTar.ts"

/** A pattern for the names of the folders of this version, of other versions, and of unfinished copies. */
const FOLDER = /^chromium-\d+\./u

/**
 * The fontconfig configuration for the system's fonts and the package's font. Without the package's font, a system
 * without fonts shows no text.
 */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`

const inflate = promisify(brotliDecompress)

const unpackArchive = async (file: string, folder: string): Promise<void> =>
  unpackTar(await inflate(await readFile(file)), folder)

/**
 * Makes files readable for the browser's user. This user may differ from the user of this process, and the umask may
 * prevent other users from reading the files.
 */
const makeReadable = async (folder: string): Promise<void> => {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const at = join(folder, entry.name)
    await (entry.isDirectory() ? makeReadable(at) : chmod(at, entry.name === "chromium" ? 0o755 : 0o644))
  }
}

const unpack = async (from: string, folder: string): Promise<void> => {
  const bin = join(from, "bin")
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await pipeline(
    createReadStream(join(bin, "chromium.br")),
    createBrotliDecompress(),
    createWriteStream(join(folder, "chromium"))
  )
  await unpackArchive(join(bin, "swiftshader.tar.br"), folder)
  await unpackArchive(join(bin, "al2023.tar.br"), folder)
  await unpackArchive(join(bin, "fonts.tar.br"), folder)
  await writeFile(join(folder, "fonts.conf"), FONTS)
  await makeReadable(folder)
}

const isOwn = async (folder: string): Promise<boolean> => {
  const found = await lstat(folder).catch(() => undefined)
  return found !== undefined && found.isDirectory() && found.uid === process.geteuid?.() && (found.mode & 0o022) === 0
}

const programIn = (folder: string): Chromium => ({
  path: join(folder, "chromium"),
  environment: { LD_LIBRARY_PATH: join(folder, "lib"), FONTCONFIG_FILE: join(folder, "fonts.conf") }
})

const removeOthers = async (parent: string, current: string): Promise<void> => {
  for (const name of await readdir(parent)) {
    if (FOLDER.test(name) && name !== current) await rm(join(parent, name), { recursive: true, force: true })
  }
}

/** The paths of the programs that this process has already run successfully. */
const proven = new Set<string>()

const runs = async (program: Chromium, user: BrowserUser): Promise<boolean> => {
  if (!proven.has(program.path) && (await readVersion(program, user)) !== null) proven.add(program.path)
  return proven.has(program.path)
}

const unpackInto = async (parent: string, from: string, user: BrowserUser): Promise<Chromium | null> => {
  const name = `chromium-${packageVersion(from)}`
  const folder = join(parent, name)
  const unfinished = `${folder}.${process.pid}`
  try {
    await mkdir(parent, { recursive: true, mode: user === null ? 0o700 : 0o755 })
    if (!(await isOwn(parent))) return null
    if (!(await isOwn(folder))) {
      await unpack(from, unfinished)
      await rename(unfinished, folder)
      await removeOthers(parent, name)
    }
  } catch {
    await rm(unfinished, { recursive: true, force: true }).catch(() => undefined)
  }
  const program = programIn(folder)
  return (await isOwn(folder)) && (await runs(program, user)) ? program : null
}

const given = (name: string): ReadonlyArray<string> => {
  const value = process.env[name]
  return value === undefined || !value.startsWith("/") ? [] : [value]
}

/**
 * Returns the folders into which the browser can be unpacked, the best folder first. If this process runs as root, the
 * browser's user must be able to enter them.
 */
export const cacheFolders = (user: BrowserUser): ReadonlyArray<string> => [
  // systemd sets this variable (CacheDirectory=), which may contain several folders.
  ...given("CACHE_DIRECTORY").flatMap((list) => list.split(":").slice(0, 1)),
  ...(user === null ? [join(given("XDG_CACHE_HOME")[0] ?? join(homedir(), ".cache"), "mon")] : ["/var/cache/mon"]),
  join(tmpdir(), `mon-chromium-${process.geteuid?.() ?? 0}`)
]

const unpacking = new Map<string, Promise<Chromium>>()

const unpackOnce = async (from: string, user: BrowserUser, folders: ReadonlyArray<string>): Promise<Chromium> => {
  for (const parent of folders) {
    const program = await unpackInto(parent, from, user)
    if (program !== null) return program
  }
  throw new Error(`Chromium could not be unpacked to ${folders.join(" or ")}, or does not run there.`)
}

/**
 * Returns the browser of the npm package, unpacked (about 220 MB) in the first folder in which it runs. The browser's
 * user can read it but not change it.
 */
export const unpackChromium = (
  from: string,
  user: BrowserUser,
  folders: ReadonlyArray<string> = cacheFolders(user)
): Promise<Chromium> => {
  const key = folders.join(":")
  const running = unpacking.get(key)
  if (running !== undefined) return running
  const started = unpackOnce(from, user, folders).finally(() => unpacking.delete(key))
  unpacking.set(key, started)
  return started
}
