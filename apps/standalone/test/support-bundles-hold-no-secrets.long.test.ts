import { layerSqlClient } from "@mon/core-store"
import { createTestDatabase } from "@mon/core-store/testing"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { execFileSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { confidentialValues, removeConfidential, shownSettings } from "../src/support/confidential.ts"
import { monServer } from "./Program.ts"

const folder = mkdtempSync(join(tmpdir(), "mon-support-"))
const database = await createTestDatabase()
const CANARY = "canary-that-nobody-may-read"
/** Has each kind of setting that is a secret, also secrets in parts of URLs. */
const env = {
  MON_DATABASE_URL: database.url,
  MON_SECRET: `${CANARY}-of-the-service-that-is-long-enough`,
  MON_SMTP_URL: `smtp://robot:${CANARY}-smtp@127.0.0.1:9`,
  MON_BOOTSTRAP_API_KEY: "mon_0123456789ABCDEFGHIJKLMNOPQRSTUV2BnzHq",
  MON_DNSBL_SPAMHAUS_KEY: `${CANARY.replaceAll("-", "")}dnsbl`,
  MON_METRICS_PORT: "9",
  MON_DNS_SERVERS: "127.0.0.1:9",
  MON_DATA_DIR: join(folder, "data")
}
const sqlOf = (text: string) =>
  Effect.runPromise(
    Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(text)).pipe(
      Effect.provide(layerSqlClient({ url: database.url }))
    )
  )

const unpack = (file: string): ReadonlyMap<string, string> => {
  const out = mkdtempSync(join(folder, "unpacked-"))
  execFileSync("tar", ["--extract", "--gzip", "--file", file, "--directory", out])
  const inner = join(out, "mon-support")
  return new Map(readdirSync(inner).map((name) => [name, readFileSync(join(inner, name), "utf8")]))
}

const log = join(folder, "mon.log")

beforeAll(async () => {
  await monServer(["accounts", "create", "--email", "ada@customer-of-ours.com", "--plan", "pro"], env)
  await monServer(["queue", "list"], env)
  await sqlOf(
    `insert into job (public_id, queue, payload, dead_at, why) values (mon_uuidv7(), 'mail',
      '{"messageId": "<x>", "sealed": "${CANARY}"}', mon_now(),
      '550 no such mailbox bob@customer-of-ours.com at mx.customer-of-ours.com [192.0.2.7]')`
  )
  writeFileSync(
    log,
    [
      `could not connect to ${env.MON_DATABASE_URL}`,
      `Authorization: Bearer ${CANARY}`,
      `https://hooks.customer-of-ours.com/x?token=${CANARY}`,
      `secret ${env.MON_SECRET}, key ${env.MON_BOOTSTRAP_API_KEY}, list ${env.MON_DNSBL_SPAMHAUS_KEY}`,
      "bob@customer-of-ours.com signed in from 192.0.2.7 and 2001:db8::7",
      "A check of shop.customer-of-ours.com failed at checkDomain.ts:20"
    ].join("\n")
  )
}, 180_000)
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

describe("mon-server support-bundle", () => {
  it("contains versions, settings, findings, sizes and queues, but no secret and no names", async () => {
    const file = join(folder, "a.tar.gz")
    const { code, stderr, stdout } = await monServer(["support-bundle", file, "--log", log], env)
    expect({ code, stderr, stdout }).toEqual({
      code: 0,
      stderr: "",
      stdout: `${file}: 12 files. Read them before you send them.\n`
    })
    expect(statSync(file).mode & 0o077).toBe(0)
    const files = unpack(file)
    const all = [...files.values()].join("\n")
    for (const secret of [
      CANARY,
      CANARY.replaceAll("-", ""),
      env.MON_BOOTSTRAP_API_KEY,
      new URL(database.url).password
    ])
      if (secret !== "") expect(all).not.toContain(secret)
    expect(all.match(/.{0,80}(?:customer-of-ours|192\.0\.2\.7|2001:db8|ada@|bob@)/u)).toBeNull()
    expect(JSON.parse(files.get("settings.json") ?? "")).toMatchObject({
      MON_SECRET: "(set)",
      MON_DATABASE_URL: "(set)",
      MON_METRICS_PORT: "9"
    })
    expect(JSON.parse(files.get("tables.json") ?? "")).toEqual(
      expect.arrayContaining([expect.objectContaining({ table: "public.account" })])
    )
    expect(JSON.parse(files.get("doctor.json") ?? "")).toEqual(
      expect.arrayContaining([expect.objectContaining({ subject: "schema", state: "ok" })])
    )
    expect(files.get("queues.json")).toContain("550 no such mailbox [mail] at [host] [[address]]")
    expect(files.get("log.txt")).toContain("A check of [host] failed at checkDomain.ts:20")
    expect(JSON.parse(files.get("accounts.json") ?? "")).toEqual([{ plan: "pro", monitors: 0, checksPerDay: 0 }])
  }, 120_000)

  it("contains names on request, and still no secret", async () => {
    const file = join(folder, "b.tar.gz")
    expect((await monServer(["support-bundle", file, "--log", log, "--with-names"], env)).code).toBe(0)
    const files = unpack(file)
    expect(files.get("accounts.json")).toContain("ada@customer-of-ours.com")
    expect(files.get("log.txt")).toContain("A check of shop.customer-of-ours.com failed")
    const all = [...files.values()].join("\n")
    for (const secret of [CANARY, CANARY.replaceAll("-", ""), env.MON_BOOTSTRAP_API_KEY])
      expect(all).not.toContain(secret)
  }, 120_000)

  it("replaces no file", async () => {
    const { code, stderr } = await monServer(["support-bundle", log], env)
    expect(code).toBe(2)
    expect(stderr).toBe(`${log} already exists.\n`)
  }, 120_000)
})

describe("what is confidential", () => {
  it("includes the user and the password of a URL, also decoded", () => {
    const values = confidentialValues({ MON_SMTP_URL: "smtp://robot-7:pass%2Fword@mail.example.org" }, null)
    expect(removeConfidential("robot-7 used pass/word or pass%2Fword", values, true)).toBe(
      "[setting] used [setting] or [setting]"
    )
  })

  it("knows the parts of a URL that cannot be decoded", () => {
    const values = confidentialValues({ MON_SMTP_URL: "smtp://robot:fifty%off@mail.example:25" }, null)
    expect(values).toEqual(["smtp://robot:fifty%off@mail.example:25", "fifty%off"])
  })

  it.each([
    ["at 2001:db8::7, 17:51:53", "at [address], 17:51:53"],
    ["[2001:db8:0:0:0:0:0:7]:443", "[[address]]:443"],
    ["::1 and 10.0.0.1:80", "[address] and [address]:80"],
    ["mx1.example.co.uk refused; see checkDomain.ts:20", "[host] refused; see checkDomain.ts:20"],
    ["Layer::mock a: b", "Layer::mock a: b"]
  ])("includes host names and addresses: %s", (text, expected) => {
    expect(removeConfidential(text, [], false)).toBe(expected)
    expect(removeConfidential(text, [], true)).toBe(text)
  })

  it("is every setting that is not known to be harmless", () => {
    expect(shownSettings({ MON_NEW_THING: "1", MON_PORT: "3000", MON_ROLE: "a b", HOME: "/root" })).toEqual({
      MON_NEW_THING: "(set)",
      MON_PORT: "3000",
      MON_ROLE: "(set)"
    })
  })
})
