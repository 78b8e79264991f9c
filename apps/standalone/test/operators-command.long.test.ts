import { createTestDatabase } from "@mon/core-store/testing"
import { isApiKey } from "@mon/model"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { mon } from "./Program.ts"

const database = await createTestDatabase()
const env = { MON_DATABASE_URL: database.url, MON_SECRET: "a secret that only this test knows and that is long enough" }
const run = (...args: ReadonlyArray<string>) => mon(args, env)

const shownKey = (stdout: string) => /API key \(shown once\): (\S+)/u.exec(stdout)?.[1] ?? ""

beforeAll(() => run("accounts", "create", "--email", "ada@example.org", "--plan", "pro"))
afterAll(() => database.drop())

describe("mon accounts", () => {
  it("lists an account that was made", async () => {
    const { code, stdout } = await run("accounts", "list", "--json")
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject([{ email: "ada@example.org", plan: "pro" }])
  })

  it("makes no second account for an address", async () => {
    expect(await run("accounts", "create", "--email", "ADA@example.org")).toMatchObject({
      code: 1,
      stdout: "",
      stderr: "ADA@example.org has an account already.\n"
    })
  })

  it("refuses what is no address", async () => {
    const { code, stderr } = await run("accounts", "create", "--email", "ada")
    expect(code).toBe(1)
    expect(stderr).toContain(`--email takes an e-mail address, not "ada".`)
  })
})

describe("mon keys", () => {
  it("makes, lists, replaces and deletes the key of an account, and shows it once", async () => {
    await run("accounts", "create", "--email", "keys@example.org")
    const created = await run("keys", "create", "--email", "keys@example.org")
    const key = shownKey(created.stdout)
    expect(isApiKey(key)).toBe(true)
    expect(await run("keys", "create", "--email", "keys@example.org")).toMatchObject({
      code: 1,
      stderr: "keys@example.org has a key already: use `mon keys regenerate` to replace it.\n"
    })
    const listed = await run("keys", "list")
    expect(listed.stdout).toContain(`${key.slice(0, 8)}…${key.slice(-4)}`)
    expect(listed.stdout).not.toContain(key)
    const next = shownKey((await run("keys", "regenerate", "--email", "keys@example.org")).stdout)
    expect(isApiKey(next)).toBe(true)
    expect(next).not.toBe(key)
    expect(await run("keys", "delete", "--email", "keys@example.org")).toMatchObject({ code: 0 })
    expect(await run("keys", "delete", "--email", "keys@example.org")).toMatchObject({
      code: 1,
      stderr: "keys@example.org has no API key.\n"
    })
  })

  it("says which account it does not know", async () => {
    expect(await run("keys", "create", "--email", "nobody@example.org")).toMatchObject({
      code: 1,
      stderr: "No account has the owner nobody@example.org.\n"
    })
  })
})

describe("mon", () => {
  it("brings the schema up to date", async () => {
    expect(await run("migrate")).toMatchObject({ code: 0, stdout: "The database schema is up to date.\n" })
  })

  it("names the variable that it cannot use", async () => {
    expect(await mon(["accounts", "list"], { ...env, MON_DATABASE_URL: "mysql://x" })).toMatchObject({
      code: 1,
      stdout: "",
      stderr: "MON_DATABASE_URL takes an address like postgres://user:password@host:5432/database.\n"
    })
  })

  it("examines what a service would stand on, and says by its exit code whether it would work", async () => {
    const { code, stdout } = await mon(["doctor", "--json"], { ...env, MON_DNS_SERVERS: "127.0.0.1:9" })
    const findings: ReadonlyArray<{ subject: string; state: string; detail: string }> = JSON.parse(stdout)
    const states = Object.fromEntries(findings.map(({ state, subject }) => [subject, state]))
    expect(states).toMatchObject({
      settings: "ok",
      node: "ok",
      database: "ok",
      schema: "ok",
      clock: "ok",
      dns: "fail",
      mail: "warn"
    })
    expect(findings.find(({ subject }) => subject === "database")?.detail).toMatch(/^PostgreSQL \d+/u)
    expect(code).toBe(1)
  })

  it("explains itself", async () => {
    const { code, stdout } = await run("--help")
    expect(code).toBe(0)
    for (const word of ["accounts", "keys", "migrate", "backup", "restore", "doctor"]) expect(stdout).toContain(word)
  })
})
