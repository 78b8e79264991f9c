// `mon export`, `mon plan` and `mon apply`, and the workflow of the documentation.
import { execFile } from "node:child_process"
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { configClient, tagFile } from "../ConfigFile.ts"
import { openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const monProgram = fileURLToPath(new URL("../../../../packages/cli/src/bin.ts", import.meta.url))
const page = readFileSync(new URL("../../../../docs/config-file.md", import.meta.url), "utf8")

/** Returns the commands of a step of the workflow in the documentation. */
const stepOf = (name: string): string => {
  const [, block = ""] = new RegExp(`- name: ${name}\\n(?:.*\\n)*? +run: \\|\\n((?: {10}.*\\n)+)`, "u").exec(page) ?? []
  return block.replaceAll(/^ {10}/gmu, "")
}

interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

const run = async (
  command: string,
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>>,
  cwd: string
) => {
  const options = { env: { PATH: process.env["PATH"] ?? "", HOME: cwd, ...env }, cwd }
  const ended: Ended = await promisify(execFile)(command, args, options).then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, err: stderr }),
    ({ code, stderr, stdout }: { code: number; stdout: string; stderr: string }) => ({ code, out: stdout, err: stderr })
  )
  return ended
}

const hasPrograms = await Promise.all(["curl", "jq"].map((name) => promisify(execFile)(name, ["--version"]))).then(
  () => true,
  () => false
)

/**
 * The time limit of a test, in milliseconds. Each test starts several processes one after the other, which takes long
 * on a busy machine.
 */
const PROCESSES_MS = 180_000

describe("a file in a repository", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
  })
  afterAll(() => world.close())

  const inFolder = (owner: TestAccount) => {
    const folder = mkdtempSync(join(tmpdir(), "mon-config-"))
    const file = join(folder, "mon.yaml")
    const mon = (...args: ReadonlyArray<string>) =>
      run(
        process.execPath,
        ["--conditions=@mon/source", monProgram, ...args],
        { MON_URL: api.origin, MON_API_KEY: owner.key, TOPIC: "alerts-k3v9" },
        folder
      )
    const step = (name: string) =>
      run(
        "bash",
        ["-eo", "pipefail", "-c", stepOf(name)],
        { API: `${api.origin}/api/v1`, MON_API_KEY: owner.key, GITHUB_STEP_SUMMARY: join(folder, "summary.md") },
        folder
      )
    return { folder, file, mon, step }
  }

  it(
    "is exported, changed, planned and applied by the command",
    async () => {
      const owner = await world.account("pro")
      const client = configClient(api)
      await client.as(owner)("POST", "/domains", { url: "shop.example.org" })
      const { file, mon } = inFolder(owner)
      const exported = await mon("export")
      expect(exported).toMatchObject({ code: 0, err: "" })
      const channel = 'channels:\n  ops: { kind: ntfy, settings: { topic: "${env:TOPIC}" } }\n'
      writeFileSync(file, exported.out + channel)
      expect(await mon("plan", "--file", file, "--env", "TOPIC")).toMatchObject({ code: 0 })
      expect(await mon("apply", "--file", file, "--env", "TOPIC", "--yes")).toMatchObject({ code: 0 })
      const { data } = (await client.as(owner)("GET", "/channels")).body as { data: ReadonlyArray<object> }
      expect(data).toMatchObject([{ kind: "ntfy" }])
      const again = await mon("plan", "--file", file, "--env", "TOPIC", "--json")
      expect(JSON.parse(again.out)).toMatchObject({ changes: 0, create: [], update: [], delete: [], refused: [] })

      writeFileSync(file, exported.out)
      expect((await mon("apply", "--file", file, "--yes")).code).not.toBe(0)
      expect(await mon("apply", "--file", file, "--yes", "--allow-delete")).toMatchObject({ code: 0 })
      expect((await client.as(owner)("GET", "/channels")).body).toMatchObject({ data: [] })

      writeFileSync(file, "version: 1\nproject: acme\ndomains:\n  shop: { url: 5 }\n")
      const refused = await mon("plan", "--file", file)
      expect(refused.code).not.toBe(0)
      expect(refused.out + refused.err).toContain("mon.yaml:4:11: domains.shop.url: URL is required.")
    },
    PROCESSES_MS
  )

  it.skipIf(!hasPrograms)(
    "is planned and applied by the workflow in the documentation",
    async () => {
      const owner = await world.account("pro")
      const { file, folder, step } = inFolder(owner)
      writeFileSync(file, tagFile("Web"))
      expect(await step("Plan")).toMatchObject({ code: 0, err: "" })
      expect(readFileSync(join(folder, "summary.md"), "utf8")).toBe("Create 1, change 0, delete 0\n")
      expect(await step("Apply")).toMatchObject({ code: 0, err: "" })
      expect(await configClient(api).planAs(owner, tagFile("Web"))).toMatchObject({ changes: 0, unmanaged: [] })
      writeFileSync(file, tagFile("5"))
      const refused = await step("Plan")
      expect(refused).toMatchObject({ code: 1 })
      expect(refused.out).toMatch(/^::error file=mon\.yaml,line=4::/u)
    },
    PROCESSES_MS
  )
})
