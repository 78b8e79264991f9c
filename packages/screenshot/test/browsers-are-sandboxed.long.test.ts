import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { chown, mkdtemp, readdir, readFile, readlink, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import type { Site } from "@mon/tooling/testbed"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { membersOf } from "../src/browser/ProcessGroup.ts"
import type { ChromiumTestResult, ScreenshotPool, StartedBrowser } from "../src/index.ts"
import { browsers, noChromium, openPages, openPool, taken } from "./Chromium.ts"

const isRoot = process.geteuid?.() === 0
/** The mode of a process that filters its system calls (prctl(2), PR_SET_SECCOMP). */
const SECCOMP_FILTER = "2"
const ORDINARY = { uid: 12_345, gid: 12_345 }

const run = promisify(execFile)
const statusOf = (pid: number) => readFile(`/proc/${pid}/status`, "utf8").catch(() => "")
const fieldOf = (status: string, name: string) => new RegExp(`^${name}:\\s+(\\S+)`, "mu").exec(status)?.[1]
const homes = async () => (await readdir(tmpdir())).filter((name) => name.startsWith("screenshot-browser-"))

const processesOf = (pool: ScreenshotPool) =>
  Promise.all(
    membersOf(pool.browsers()[0] ?? -1).map(async (pid) => ({
      status: await statusOf(pid),
      namespace: await readlink(`/proc/${pid}/ns/user`).catch(() => ""),
      command: await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")
    }))
  )
const renderersOf = async (pool: ScreenshotPool) =>
  (await processesOf(pool)).filter(({ command }) => command.includes("--type=renderer"))

describe.skipIf(noChromium !== null || process.platform !== "linux").each(browsers)(
  "%s (skipped without Chromium on Linux)",
  (_, places) => {
    let site: Site
    beforeAll(async () => {
      site = await openPages({ "/": "<title>Shop</title><p style='font-size:200px;color:red'>Text" })
    })
    afterAll(() => site.close())

    test("draws text in a sandbox, as an ordinary user, and leaves nothing behind", async () => {
      const before = new Set(await homes())
      const started: Array<StartedBrowser> = []
      const pool = openPool({ onBrowserStart: (browser) => started.push(browser) }, places)
      try {
        const taking = pool.take({ url: `http://shop.example.com:${site.port}/`, waitMs: 1_500 })
        const filters = async () => (await renderersOf(pool)).map(({ status }) => fieldOf(status, "Seccomp"))
        await expect.poll(filters, { timeout: 20_000 }).toContain(SECCOMP_FILTER)
        const namespaces = (await renderersOf(pool)).map(({ namespace }) => namespace)
        expect(namespaces).not.toContain(await readlink("/proc/self/ns/user"))
        const uid = isRoot ? 60_977 : process.getuid?.()
        expect(started).toMatchObject([{ sandbox: { enabled: true, uid, reason: null } }])
        const users = (await processesOf(pool)).map(({ status }) => fieldOf(status, "Uid"))
        expect([...new Set(users)]).toEqual([String(uid)])

        const { data } = await taken(await taking).pixels()
        let red = 0
        for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 0) > 200 && (data[at + 1] ?? 255) < 50) red += 1
        expect(red, "pixels of the text").toBeGreaterThan(1_000)
      } finally {
        await pool.close()
      }
      expect((await homes()).filter((name) => !before.has(name))).toEqual([])
    }, 60_000)
  }
)

describe.skipIf(noChromium !== null || process.platform !== "linux" || !isRoot)(
  "other users (skipped without Chromium on Linux, and for ordinary users)",
  () => {
    let home = ""
    beforeAll(async () => {
      home = await mkdtemp(join(tmpdir(), "home-of-a-user-"))
      await chown(home, ORDINARY.uid, ORDINARY.gid)
    })
    afterAll(() => rm(home, { recursive: true, force: true }))

    const script = fileURLToPath(new URL("printBrowser.ts", import.meta.url))
    const start = async (command: ReadonlyArray<string>, options: object = {}): Promise<ChromiumTestResult> => {
      const [program = "", ...flags] = [...command, process.execPath, "--conditions=@mon/source", script]
      const env = { PATH: process.env["PATH"], HOME: home, MON_CHROMIUM_PATH: process.env["MON_CHROMIUM_PATH"] }
      const { stdout } = await run(program, flags, { ...options, env })
      return JSON.parse(stdout) as ChromiumTestResult
    }

    test("an ordinary user starts a sandboxed browser as the same user", async () => {
      expect(await start([], ORDINARY)).toMatchObject({
        ok: true,
        sandbox: { enabled: true, uid: ORDINARY.uid, reason: null }
      })
    }, 60_000)

    /**
     * With Debian's chromium-sandbox, a program with root's rights creates the sandbox, even where the system does not
     * allow the browser to create it.
     */
    const hasHelper = existsSync("/usr/lib/chromium/chrome-sandbox")

    // Linux allows no user namespaces in a chroot (user_namespaces(7)).
    const without = ["unshare", "--mount", "sh", "-c", 'mount --rbind / "$0" && exec chroot "$@"']

    test.skipIf(hasHelper).each([
      ["root", [], 60_977],
      ["an ordinary user", [`--userspec=${ORDINARY.uid}:${ORDINARY.gid}`], ORDINARY.uid]
    ])(
      "for %s, the sandbox is off only where the system does not allow it, and the result says so",
      async (_, user, uid) => {
        const root = await mkdtemp(join(tmpdir(), "another-root-"))
        try {
          expect(await start([...without, root, ...user, root])).toMatchObject({
            ok: true,
            sandbox: { enabled: false, uid, reason: "not_allowed" }
          })
          expect((await stat(root)).isDirectory()).toBe(true)
        } finally {
          await rm(root, { recursive: true, force: true })
        }
      },
      60_000
    )

    test("a root that may not change its user gets an explanation instead of a browser as root", async () => {
      expect(await start(["setpriv", "--bounding-set=-setuid,-setgid", "--inh-caps=-setuid,-setgid"])).toMatchObject({
        ok: false,
        reason: "browser_does_not_start",
        message: expect.stringContaining("start this process as an ordinary user")
      })
    }, 60_000)
  }
)
