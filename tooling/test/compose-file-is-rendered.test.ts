// Renders compose.yaml with Debian's docker-compose and the example settings. docker-compose needs no container engine
// for this.
import { spawnSync } from "node:child_process"
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, describe, expect, it } from "vitest"
import { parse } from "yaml"

const root = fileURLToPath(new URL("../..", import.meta.url))
const isInstalled = spawnSync("docker-compose", ["--version"]).status === 0
const folder = mkdtempSync(join(tmpdir(), "mon-compose-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Debian's version does not know `name`, which newer versions read. */
const render = (password: string) => {
  const file = readFileSync(join(root, "compose.yaml"), "utf8")
  writeFileSync(join(folder, "compose.yaml"), file.replace(/^name: mon\n/mu, ""))
  copyFileSync(join(root, "deploy/container/env.example"), join(folder, ".env"))
  writeFileSync(
    join(folder, ".env"),
    readFileSync(join(folder, ".env"), "utf8").replace(/^POSTGRES_PASSWORD=$/mu, `POSTGRES_PASSWORD=${password}`)
  )
  return spawnSync("docker-compose", ["--project-name", "mon", "--file", join(folder, "compose.yaml"), "config"], {
    cwd: folder,
    encoding: "utf8",
    env: { PATH: process.env["PATH"] ?? "", HOME: folder }
  })
}

describe.skipIf(!isInstalled)("compose.yaml (skipped where docker-compose is not installed)", () => {
  it("is valid, and gives each program its database, role and limits", () => {
    const { status, stdout, stderr } = render("pw")
    expect([status, stderr]).toEqual([0, ""])
    const database = { MON_DATABASE_URL: "postgres://mon:pw@postgres:5432/mon" }
    expect(parse(stdout)).toMatchObject({
      services: {
        postgres: { environment: { POSTGRES_PASSWORD: "pw" }, stop_signal: "SIGINT" },
        api: {
          environment: { ...database, MON_ROLE: "api" },
          ports: ["127.0.0.1:3000:3000/tcp"],
          cap_drop: ["ALL"],
          init: true
        },
        worker: { environment: { ...database, MON_WORKERS: "1" }, deploy: { replicas: 2 }, stop_grace_period: "20s" }
      }
    })
  })

  it("is refused without a password of the database, in one sentence", () => {
    const { status, stderr } = render("")
    expect(status).not.toBe(0)
    expect(stderr).toContain("set it in .env")
  })
})
