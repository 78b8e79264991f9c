import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { findChromium } from "../src/browser/ChromiumPath.ts"
import { cacheFolders } from "../src/browser/PackagedChromium.ts"
import { unpackTar } from "../src/browser/unpackTar.ts"
import { explainStartError } from "../src/explainStartError.ts"
import { readChromiumVersion } from "../src/index.ts"

let folder = ""
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "which-browser-"))
  const delivered = join(folder, "node_modules/@sparticuz/chromium")
  await mkdir(join(delivered, "bin"), { recursive: true })
  await writeFile(
    join(delivered, "package.json"),
    JSON.stringify({ name: "@sparticuz/chromium", version: "153.0.0", exports: { ".": "./build/index.js" } })
  )
  await mkdir(join(delivered, "build"))
  await writeFile(join(delivered, "build/index.js"), "")
  await writeFile(join(delivered, "bin/chromium.br"), "")
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const places = (installed: ReadonlyArray<string> = [], system = "linux-x64") => ({
  installed,
  from: join(folder, "program.js"),
  system
})

describe("the browser is", () => {
  test("the configured one, then an installed one, then that of the npm package", () => {
    expect(findChromium("/bin/false", places(["/bin/true"]))).toEqual({
      ok: true,
      source: "configured",
      path: "/bin/false"
    })
    expect(findChromium(null, places(["/nowhere", "/bin/true"]))).toEqual({
      ok: true,
      source: "installed",
      path: "/bin/true"
    })
    expect(findChromium(null, places())).toEqual({
      ok: true,
      source: "npm",
      path: join(folder, "node_modules/@sparticuz/chromium")
    })
  })

  test("missing where the package has none for the system, or is not installed", () => {
    expect(findChromium(null, places([], "linux-arm64"))).toEqual({
      ok: false,
      message:
        "Screenshots are unavailable: Chromium was not found at the usual paths, and the npm package " +
        "@sparticuz/chromium has none for linux-arm64. Install Chromium, or set its path."
    })
    expect(findChromium(null, { ...places(), from: "/nowhere/program.js" }).ok).toBe(false)
  })

  test("not asked for its version when it is no browser", async () => {
    expect(await readChromiumVersion("/bin/false")).toEqual({
      ok: true,
      source: "configured",
      path: "/bin/false",
      version: null
    })
    expect(await readChromiumVersion("/nowhere")).toMatchObject({ ok: false })
  })
})

describe("the folder for the unpacked browser", () => {
  test("is the user's own cache, or one that the browser's user may enter", () => {
    expect(cacheFolders(null).at(-1)).toContain("mon-chromium-")
    expect(cacheFolders({ uid: 60_977, gid: 60_977 })).toContain("/var/cache/mon")
  })
})

const entry = (name: string, content: string, type = "0"): Buffer => {
  const header = Buffer.alloc(512)
  header.write(name, 0, "latin1")
  header.write(content.length.toString(8).padStart(11, "0"), 124, "latin1")
  header.write(type, 156, "latin1")
  const body = Buffer.alloc(Math.ceil(content.length / 512) * 512)
  body.write(content, 0, "latin1")
  return Buffer.concat([header, body])
}

describe("an archive", () => {
  test("is unpacked with its folders, without its links", async () => {
    const target = join(folder, "archive")
    await unpackTar(
      Buffer.concat([
        entry("fonts/", "", "5"),
        entry("fonts/a.ttf", "a".repeat(600)),
        entry("link", "", "2"),
        entry("b", "second"),
        Buffer.alloc(1024)
      ]),
      target
    )
    expect((await stat(join(target, "fonts/a.ttf"))).size).toBe(600)
    expect(await readFile(join(target, "b"), "utf8")).toBe("second")
    await expect(stat(join(target, "link"))).rejects.toThrow(/ENOENT/u)
  })

  test("cannot write outside its folder", async () => {
    const target = join(folder, "inside")
    await expect(unpackTar(entry("../outside", "x"), target)).rejects.toThrow(/invalid entry: \.\.\/outside/u)
    await expect(unpackTar(entry("/outside", "x"), target)).rejects.toThrow(/invalid entry/u)
    await expect(stat(join(folder, "outside"))).rejects.toThrow(/ENOENT/u)
  })
})

describe("a browser that does not start is explained:", () => {
  const npm = { source: "npm", path: folder } as const
  test.each([
    ["Failed to launch: Error: spawn /x/chromium ENOENT", "this system does not have the C library (glibc)"],
    ["[err] Cannot become the user 60977: EPERM", "start this process as an ordinary user"],
    ["Chromium could not be unpacked to /a or /b, or does not run there.", "set XDG_CACHE_HOME to a folder"],
    ["error while loading shared libraries: libnss3.so", "a library is missing: libnss3.so"]
  ])("%s", (said, why) => {
    const text = explainStartError(npm, new Error(said))
    expect(text).toContain("Screenshots are unavailable: the Chromium of @sparticuz/chromium does not start (")
    expect(text).toContain(why)
  })
})
