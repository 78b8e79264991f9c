import { layerSqlClient } from "@mon/core-store"
import { createTestDatabase } from "@mon/core-store/testing"
import { isApiKey } from "@mon/model"
import { startDnsServer } from "@mon/tooling/testbed"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { monServer } from "./Program.ts"

const database = await createTestDatabase()
const env = { MON_DATABASE_URL: database.url, MON_SECRET: "a secret that only this test knows and that is long enough" }
const sqlOf = (text: string, ...values: ReadonlyArray<unknown>) =>
  Effect.runPromise(
    Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(text, values)).pipe(
      Effect.provide(layerSqlClient({ url: database.url }))
    )
  )
const auditOf = async (email: string) =>
  (await sqlOf("select action from audit_entry where email = $1 and actor = 'operator' order by id", email)).map(
    (row) => Reflect.get(Object(row), "action")
  )
const run = (...args: ReadonlyArray<string>) => monServer(args, env)

const shownKey = (stdout: string) => /API key \(shown once\): (\S+)/u.exec(stdout)?.[1] ?? ""

beforeAll(() => run("accounts", "create", "--email", "ada@example.org", "--plan", "pro"))
afterAll(() => database.drop())

describe("mon-server accounts", () => {
  it("lists a created account", async () => {
    const { code, stdout } = await run("accounts", "list", "--json")
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject([{ email: "ada@example.org", plan: "pro" }])
  })

  it("creates no second account for an address", async () => {
    expect(await run("accounts", "create", "--email", "ADA@example.org")).toMatchObject({
      code: 2,
      stdout: "",
      stderr: "ADA@example.org already has an account.\n"
    })
  })

  it("refuses an invalid address", async () => {
    const { code, stderr } = await run("accounts", "create", "--email", "ada")
    expect(code).toBe(64)
    expect(stderr).toBe(
      '--email must be an email address, not "ada".\nRun "mon-server accounts create --help" for help.\n'
    )
  })
})

describe("mon-server addresses", () => {
  it("lists refused addresses, and lets one get emails again", async () => {
    await sqlOf(
      `insert into refused_address (address_hash, code, refusals, announced)
       values (sha256('ada@example.org'), 550, 2, 1), (sha256('unknown'), 553, 1, 0)`
    )
    const listed = await run("addresses", "list", "--json")
    expect(JSON.parse(listed.stdout)).toMatchObject([
      { address: expect.toBeOneOf(["ada@example.org", null]) },
      { address: expect.toBeOneOf(["ada@example.org", null]) }
    ])
    expect((await run("addresses", "list")).stdout).toMatch(/ada@example\.org +550 .* 2\n/u)
    expect(await run("addresses", "lift", "--email", "ADA@example.org")).toMatchObject({ code: 0, stderr: "" })
    expect(await run("addresses", "lift", "--email", "ada@example.org")).toMatchObject({
      code: 2,
      stderr: "The address ada@example.org is not on the list of rejected addresses.\n"
    })
    expect((await run("addresses", "list")).stdout).toContain("(not used any more)")
  })
})

describe("mon-server people remove-second-factor", () => {
  const remove = (email: string) => run("people", "remove-second-factor", "--email", email)

  it("removes it, and queues an email to the person", async () => {
    const email = "phone@example.org"
    await run("accounts", "create", "--email", email)
    await sqlOf(
      "insert into second_factor (user_id, secret, last_step) select id, 'sealed', 1 from app_user where email = $1",
      email
    )
    expect(await remove("PHONE@example.org")).toMatchObject({ code: 0, stderr: "" })
    expect(await sqlOf("select 1 from second_factor")).toEqual([])
    expect(await auditOf(email)).toEqual(["secondFactor.remove"])
    expect(await sqlOf("select 1 from job where queue = 'mail'")).toHaveLength(1)
    expect(await remove(email)).toMatchObject({ code: 2, stderr: `${email} has no second factor.\n` })
    expect(await remove("nobody@example.org")).toMatchObject({
      code: 2,
      stderr: "No one has signed up with the address nobody@example.org.\n"
    })
  }, 90_000)
})

describe("mon-server keys", () => {
  const more = ["--name", "Report", "--scope", "read", "--expires", "2099-01-31"]

  it("creates and lists the keys of an account, and shows each once", async () => {
    const email = "keys@example.org"
    await run("accounts", "create", "--email", email)
    const created = await run("keys", "create", "--email", email)
    const key = shownKey(created.stdout)
    expect(isApiKey(key)).toBe(true)
    expect(await run("keys", "create", "--email", email, ...more)).toMatchObject({ code: 0 })
    expect(await run("keys", "create", "--email", email)).toMatchObject({
      code: 2,
      stderr: `${email} already has 2 API keys, which is the limit of the Free plan. Revoke one with "mon-server keys revoke".\n`
    })
    const listed = await run("keys", "list")
    expect(listed.stdout).toContain(`${key.slice(0, 8)}…${key.slice(-4)}`)
    expect(listed.stdout).toMatch(/Report +read +mon_\S+ +\S+ \S+ UTC +never +2099-01-31 00:00 UTC/u)
    expect(listed.stdout).not.toContain(key)
  }, 90_000)

  it("replaces and revokes a key by its id", async () => {
    const email = "ids@example.org"
    await run("accounts", "create", "--email", email)
    await run("keys", "create", "--email", email)
    await run("keys", "create", "--email", email, ...more)
    const list = async () => JSON.parse((await run("keys", "list", "--email", email, "--json")).stdout)
    const [first, report] = await list()
    expect([first, report]).toMatchObject([
      { name: "API key", scope: "write", expiresAt: null },
      { name: "Report", scope: "read", expiresAt: "2099-01-31T00:00:00.000Z", lastUsedAt: null }
    ])
    const next = shownKey((await run("keys", "regenerate", report.id)).stdout)
    expect(isApiKey(next)).toBe(true)
    const [, replaced] = await list()
    expect(await auditOf(email)).toEqual(["keys.create", "keys.create", "keys.create"])
    expect(replaced).toMatchObject({ name: "Report", scope: "read", expiresAt: "2099-01-31T00:00:00.000Z" })
    expect(replaced.shown).toBe(`${next.slice(0, 8)}…${next.slice(-4)}`)
    expect(await run("keys", "revoke", first.id)).toMatchObject({
      code: 0,
      stdout: `Revoked the API key "API key" of ${email}.\n`
    })
    expect(await run("keys", "revoke", first.id)).toMatchObject({
      code: 2,
      stderr: `There is no API key with the id ${first.id}.\n`
    })
    expect(await list()).toHaveLength(1)
  }, 90_000)

  it("names an unknown account", async () => {
    expect(await run("keys", "create", "--email", "nobody@example.org")).toMatchObject({
      code: 2,
      stderr: "nobody@example.org does not own an account.\n"
    })
  })
})

describe("mon-server", () => {
  it("migrates the schema", async () => {
    expect(await run("migrate")).toMatchObject({ code: 0, stdout: "The database schema is up to date.\n" })
  })

  it("names an invalid variable", async () => {
    expect(await monServer(["accounts", "list"], { ...env, MON_DATABASE_URL: "mysql://x" })).toMatchObject({
      code: 2,
      stdout: "",
      stderr: "MON_DATABASE_URL must be a URL such as postgres://user:password@host:5432/database.\n"
    })
  })

  it("checks everything a service depends on, and exits with 1 if the service would not work", async () => {
    const { code, stdout } = await monServer(["doctor", "--json"], { ...env, MON_DNS_SERVERS: "127.0.0.1:9" })
    const findings: ReadonlyArray<{ subject: string; state: string; detail: string }> = JSON.parse(stdout)
    const states = Object.fromEntries(findings.map(({ state, subject }) => [subject, state]))
    expect(states).toMatchObject({
      settings: "ok",
      node: "ok",
      database: "ok",
      schema: "ok",
      rights: "ok",
      clock: "ok",
      dns: "fail",
      mail: "warn"
    })
    expect(findings.find(({ subject }) => subject === "database")?.detail).toMatch(/^PostgreSQL \d+/u)
    expect(code).toBe(1)
  })

  it("exits with 0 if nothing fails, even with warnings", async () => {
    const dns = await startDnsServer()
    try {
      const { code, stdout } = await monServer(["doctor"], { ...env, MON_DNS_SERVERS: dns.address })
      expect(stdout).toMatch(/^ok {4}settings +set: MON_DATABASE_URL, MON_DNS_SERVERS, MON_SECRET\n/u)
      expect(stdout).toMatch(/^warn +mail +MON_SMTP_URL is not set/mu)
      expect(stdout).not.toMatch(/^fail/mu)
      expect(code).toBe(0)
    } finally {
      await dns.close()
    }
  })

  it("prints help and version, also for each command", async () => {
    const { code, stdout } = await run("--help")
    expect(code).toBe(0)
    for (const word of [
      "accounts",
      "keys",
      "queue",
      "deliveries",
      "migrate",
      "backup",
      "verify",
      "restore",
      "resume",
      "doctor"
    ])
      expect(stdout).toContain(word)
    expect(await run("--version")).toMatchObject({
      code: 0,
      stderr: "",
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/u)
    })
    const helps = await Promise.all(
      [
        "accounts",
        "keys",
        "queue",
        "deliveries",
        "support-bundle",
        "migrate",
        "backup",
        "verify",
        "restore",
        "resume",
        "doctor"
      ].map(async (name) => [name, await run(name, "--help")] as const)
    )
    for (const [name, help] of helps)
      expect(help).toMatchObject({ code: 0, stderr: "", stdout: expect.stringMatching(`^Usage: mon-server ${name} `) })
  }, 120_000)

  it.each([
    [[], "<command> is missing."],
    [
      ["accounts", "rename"],
      '<command> must be one of create, list, show, plan, delete, keep, suspend, resume, not "rename".'
    ],
    [["keys", "create"], "--email is missing. It must be an email address."],
    [
      ["keys", "create", "--email", "a@example.org", "--scope", "admin"],
      "--scope must be one of read, write, heartbeats"
    ],
    [["keys", "create", "--email", "a@example.org", "--expires", "soon"], "--expires must be a day such as 2027-01-31"],
    [["keys", "revoke"], "<id> is missing."],
    [["accounts", "create", "--email", "a@example.org", "--plan", "gold"], "--plan must be one of "],
    [["backup"], "<file> is missing."],
    [["restore", "a.mon", "--quickly"], "Unknown option: --quickly."]
  ])("exits with 64 and names the argument for %j", async (args, message) => {
    const { code, stderr, stdout } = await run(...args)
    expect({ code, stdout }).toEqual({ code: 64, stdout: "" })
    expect(stderr.startsWith(message)).toBe(true)
  })
})
