import { prototypeWords } from "@mon/tooling/prototypeWords"
import type { Records } from "@mon/api-contract/plain"
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { monRun } from "./monRun.ts"
import { refuse, testService } from "./testService.ts"

const service = testService()
const folder = mkdtempSync(join(tmpdir(), "mon-plan-"))
const file = join(folder, "mon.yaml")
const SOURCE = `version: 1
project: acme
domains:
  shop: { url: shop.example.org, checkInterval: 60 }
`
writeFileSync(file, SOURCE)

const nothing: Records["ConfigPlan"] = {
  planId: "p1",
  expiresAt: "2026-11-23T12:15:00.000Z",
  project: "acme",
  changes: 0,
  create: [],
  update: [],
  adopt: [],
  delete: [],
  routeOrder: null,
  drift: [],
  unmanaged: [],
  kept: [],
  receivers: [],
  refused: []
}
const changes: Records["ConfigPlan"] = {
  ...nothing,
  changes: 3,
  create: [
    {
      section: "domains",
      key: "shop",
      line: 4,
      replaces: false,
      fields: { url: "https://shop.example.org", checkInterval: 60, timeoutSeconds: 30 }
    }
  ],
  update: [
    {
      section: "domains",
      key: "blog",
      id: "d2",
      line: 5,
      changes: [{ field: "checkInterval", line: 5, from: 300, to: 60 }]
    }
  ],
  delete: [{ section: "channels", key: "old", id: "c1", name: "Old channel", replaced: false }],
  drift: [{ section: "domains", key: "blog", field: "name", line: 5, applied: "Blog", current: "News" }],
  unmanaged: [{ section: "urls", id: "u1", name: "Pricing" }],
  receivers: [
    {
      monitors: ["Blog"],
      kinds: [],
      before: ["email", "Old channel"],
      after: ["email"],
      message: "Old channel will no longer receive alerts about Blog."
    }
  ]
}
const refused: Records["ConfigPlan"] = {
  ...nothing,
  planId: null,
  refused: [{ path: "domains.shop.checkInterval", line: 4, column: 40, message: "must be at least 300." }]
}
const result: Records["ConfigResult"] = {
  project: "acme",
  created: 1,
  updated: 1,
  adopted: 0,
  deleted: 1,
  appliedAt: "2026-11-23T12:00:00.000Z",
  warnings: []
}

const run = (args: ReadonlyArray<string>, more: Parameters<typeof monRun>[1] = {}) =>
  monRun([...args, "--file", file], { ...more, env: { ...service.env, ...more.env } })
const applied = () => service.seen.filter(({ path }) => path === "/config/apply").map(({ body }) => body)

describe("mon plan", () => {
  it("sends the file and shows what would change, with lines", async () => {
    service.answer("POST /config/plan", changes)
    const { code, out } = await run(["plan"])
    expect(code).toBe(0)
    expect(service.seen.at(-1)?.body).toEqual({ document: SOURCE })
    expect(out).toBe(`+ domains.shop  ${file}:4
    url: "https://shop.example.org"
    checkInterval: 60
~ domains.blog  ${file}:5
    checkInterval: 300 -> 60
- channels.old (Old channel)
! domains.blog name was changed elsewhere: "Blog" -> "News"
! Old channel will no longer receive alerts about Blog.

1 to create, 1 to change, 1 to delete. 1 object in the account is not in any file.
`)
    expect((await run(["plan"], { colour: true })).out).toContain("\u001b[32m+ domains.shop\u001b[39m")
  })

  it("exits 1 when the service refuses, and with --exit-code when there are changes", async () => {
    service.answer("POST /config/plan", refused)
    const no = await run(["plan"])
    expect(no.code).toBe(1)
    expect(no.out).toContain(`${file}:4:40: domains.shop.checkInterval must be at least 300.`)
    service.answer("POST /config/plan", changes)
    expect((await run(["plan", "--exit-code"])).code).toBe(1)
    service.answer("POST /config/plan", nothing)
    expect(await run(["plan", "--exit-code"])).toMatchObject({ code: 0, out: "Nothing to do.\n" })
  })

  it("prints the plan of the service with --json", async () => {
    service.answer("POST /config/plan", changes)
    expect(JSON.parse((await run(["plan", "--json"])).out)).toEqual(changes)
  })

  it("puts values only into named variables, says which goes where, and shows none", async () => {
    const secret = join(folder, "secret.yaml")
    writeFileSync(
      secret,
      `version: 1
project: acme
defaults: { domains: { request: { headers: { x-all: "\${env:ALL}" } } } }
domains:
  shop: { url: shop.example.org, request: { headers: { x-a: "\${env:TOKEN}" } } }
  blog: { url: "https://blog.example.org:8443/x" }
heartbeats:
  backup: { token: "\${env:PING}" }
channels:
  ops: { kind: ntfy, settings: { server: "https://ntfy.example.org", topic: "\${env:TOPIC}" } }
`
    )
    const env = { ...service.env, TOKEN: "t0p", TOPIC: "t1p", ALL: "t2p", PING: "t0p-of-backup", OTHER: "no" }
    const args = ["plan", "--file", secret, "--env", "TOKEN", "--env", "TOPIC", "--env", "PING"]
    const missing = await monRun(args, { env })
    expect(missing.code).toBe(2)
    expect(missing.err).toContain("refers to ALL, which has no value")
    expect(service.seen).toEqual([])
    service.answer("POST /config/plan", nothing)
    const { code, err, out } = await monRun([...args, "--env", "ALL"], { env })
    expect(code).toBe(0)
    expect(err).toBe(`ALL goes to ${service.url}, blog.example.org:8443 (defaults.domains.request.headers.x-all)
TOKEN goes to ${service.url}, shop.example.org (domains.shop.request.headers.x-a)
PING goes to ${service.url} (heartbeats.backup.token)
TOPIC goes to ${service.url}, ntfy.example.org (channels.ops.settings.topic)
`)
    expect(out + err).not.toMatch(/t[012]p/u)
    expect(JSON.stringify(service.seen.at(-1)?.body)).toContain(String.raw`topic: \"t1p\"`)
  })

  it("marks the lines of mistakes in GitHub Actions, those of the service and those of this machine", async () => {
    const env = { ...service.env, GITHUB_ACTIONS: "true" }
    service.answer("POST /config/plan", refused)
    const { code, err, out } = await run(["plan", "--json"], { env })
    expect(code).toBe(1)
    expect(JSON.parse(out)).toEqual(refused)
    expect(err).toBe(`::error file=${file},line=4,col=40::domains.shop.checkInterval must be at least 300.\n`)
    const wrong = join(folder, "wrong,1.yaml")
    writeFileSync(
      wrong,
      'version: 1\nproject: acme\nchannels: { a: { kind: ntfy, settings: { topic: "${env:T}" } } }\n'
    )
    const local = await monRun(["plan", wrong], { env })
    expect(await monRun(["plan", "--file", wrong], { env })).toMatchObject({ code: local.code, err: local.err })
    expect((await monRun(["plan", wrong, "--file", wrong], { env })).err).toContain("Name the file once")
    expect(local.err.split("\n")[1]).toMatch(
      /^::error file=.*\/wrong%2C1\.yaml,line=3,col=42::channels\.a\.settings\.topic refers to T,/u
    )
  })

  it("lists all that is wrong with a file at once", async () => {
    const wrong = join(folder, "wrong.yaml")
    writeFileSync(
      wrong,
      `version: 1
project: acme
domans: {}
domains:
  shop: { url: shop.example.org, checkInterval: 5, request: { headers: { x-a: "\${env:TOKEN}" } } }
`
    )
    const { code, err } = await monRun(["plan", "--file", wrong], { env: service.env })
    expect({ code, seen: service.seen }).toEqual({ code: 2, seen: [] })
    expect(err).toBe(`${wrong}:3:1: domans is not allowed here. Did you mean domains?
${wrong}:5:34: domains.shop.checkInterval must be a whole number of seconds between 59 and 86400.
${wrong}:5:74: domains.shop.request.headers.x-a refers to TOKEN, which has no value. Set it with --env or --env-file.
`)
  })

  it.each([
    [
      "is absent",
      "absent.yaml",
      null,
      'absent.yaml does not exist. Choose a file with --file, or start with "mon export'
    ],
    ["is a folder", ".", null, "is a folder.\n"],
    ["is in UTF-16", "wide.yaml", Buffer.from("\ufeffversion: 1\n", "utf16le"), "is not in UTF-8."]
  ])("says what to do about a file that %s", async (_, name, bytes, message) => {
    const path = join(folder, name)
    if (bytes !== null) writeFileSync(path, bytes)
    const { code, err } = await monRun(["plan", "--file", path], { env: service.env })
    expect(code).toBe(2)
    expect(err).toContain(message)
  })

  it("sends a file that only a newer version can read, unless it has variables", async () => {
    const newer = join(folder, "newer.yaml")
    writeFileSync(newer, "version: 1\nproject: acme\ngadgets: { a: {} }\n")
    service.answer("POST /config/plan", nothing)
    expect((await monRun(["plan", "--file", newer], { env: service.env })).code).toBe(0)
    writeFileSync(
      newer,
      'version: 1\nproject: acme\ngadgets: {}\ndomains: { a: { url: a.example.org, request: { body: "${env:B}", method: POST } } }\n'
    )
    service.seen.length = 0
    const { code, err } = await monRun(["plan", "--file", newer, "--env", "B"], { env: { ...service.env, B: "x" } })
    expect({ code, seen: service.seen }).toEqual({ code: 2, seen: [] })
    expect(err).toContain("gadgets")
  })
})

describe("mon apply", () => {
  const both = () => {
    service.answer("POST /config/plan", { ...changes, delete: [] })
    service.answer("POST /config/apply", result)
  }

  it("shows the plan, asks, and applies exactly this plan", async () => {
    both()
    const { asked, code, out } = await run(["apply"], { answers: ["y"] })
    expect({ code, asked }).toEqual({ code: 0, asked: ["Apply these changes? [y/N] "] })
    expect(out).toContain("+ domains.shop")
    expect(out).toContain("Applied: 1 created, 1 changed, 1 deleted, 0 adopted.\n")
    expect(applied()).toEqual([{ planId: "p1" }])
  })

  it("applies nothing without consent", async () => {
    both()
    expect(await run(["apply"], { answers: ["n"] })).toMatchObject({ code: 2, err: "Nothing was applied.\n" })
    expect((await run(["apply"], { answers: [""] })).code).toBe(2)
    expect((await run(["apply"])).err).toContain("use --yes")
    expect((await run(["apply", "--json"], { answers: ["y"] })).err).toContain("use --yes")
    expect(applied()).toEqual([])
  })

  it("deletes only with --allow-delete", async () => {
    service.answer("POST /config/plan", changes)
    service.answer("POST /config/apply", result)
    const no = await run(["apply", "--yes"])
    expect(no).toMatchObject({ code: 2, err: "The plan deletes 1 object. To allow that, use --allow-delete.\n" })
    expect(applied()).toEqual([])
    const yes = await run(["apply", "--yes", "--allow-delete", "--json"])
    expect(JSON.parse(yes.out)).toEqual({ plan: changes, result })
    expect(applied()).toEqual([{ planId: "p1", allowDelete: true }])
  })

  it("does nothing when there is nothing to do or the service refuses, and says when the account has changed", async () => {
    service.answer("POST /config/plan", nothing)
    expect(await run(["apply"])).toMatchObject({ code: 0, out: "Nothing to do.\n" })
    service.answer("POST /config/plan", refused)
    expect((await run(["apply", "--yes"])).code).toBe(1)
    both()
    service.answer("POST /config/apply", refuse(409, "The account has changed since the plan."))
    expect(await run(["apply", "--yes"])).toMatchObject({
      code: 2,
      err: "The account has changed since the plan.\n"
    })
  })
})

describe("mon export", () => {
  it("prints the file of the service as it is", async () => {
    service.answer("GET /config?format=yaml&project=acme", (response: import("node:http").ServerResponse) =>
      response.writeHead(200, { "Content-Type": "application/yaml" }).end(SOURCE)
    )
    expect(await monRun(["export", "--project", "acme"], { env: service.env })).toMatchObject({ code: 0, out: SOURCE })
  })
})

it("hostile texts of a plan reach the terminal only as text", async () => {
  const evil = "\u001b[2J\nx\u202e"
  service.answer("POST /config/plan", {
    ...changes,
    create: [{ ...changes.create[0], key: evil, fields: { url: evil } }],
    update: [{ ...changes.update[0], key: evil, changes: [{ field: evil, line: 1, from: evil, to: [evil] }] }],
    delete: [{ ...changes.delete[0], key: evil, name: evil }],
    drift: [{ ...changes.drift[0], key: evil, field: evil, applied: evil, current: evil }],
    adopt: [{ section: "urls", key: evil, id: evil, line: 1, earlierKey: evil }],
    routeOrder: { from: [evil], to: [evil] },
    receivers: [{ monitors: [evil], kinds: [], before: [], after: [], message: evil }]
  })
  const { out } = await run(["plan"])
  // oxlint-disable-next-line no-control-regex -- what must not be written
  expect(out).not.toMatch(/(?!\n)[\u0000-\u001f\u202e]/u)
  expect(out).not.toContain("\nx")
})

it.each(prototypeWords)("the word %j is an environment variable only if it is set", async (word) => {
  const path = join(folder, "word.yaml")
  writeFileSync(
    path,
    `version: 1\nproject: acme\ndomains: { a: { url: a.example.org, request: { body: "\${env:${word}}", method: POST } } }\n`
  )
  const missing = await monRun(["plan", "--file", path, "--env", word], { env: service.env })
  expect([missing.code, missing.err]).toEqual([
    2,
    expect.stringContaining(`The environment variable ${word} is not set.`)
  ])
  service.answer("POST /config/plan", nothing)
  const { err } = await monRun(["plan", "--file", path, "--env", word], { env: { ...service.env, [word]: "v" } })
  expect(err).toContain(`${word} goes to ${service.url}, a.example.org (domains.a.request.body)`)
  const imported = await monRun(["import", "updown", "--api-key-env", word], { env: service.env })
  expect(imported.err).toContain(`The environment variable ${word} is not set.`)
})

describe("a file from another tool", () => {
  const hint = "The file looks like a file from another tool. Turn it into a configuration file first: mon import"
  it.each<readonly [string, string, string, string]>([
    ["plan", "kuma.json", '{"version": "1.23.0", "notificationList": [], "monitorList": []}', "uptime-kuma"],
    ["apply", "config.yaml", "endpoints: [{ name: shop, url: https://shop.example.org }]", "gatus"],
    ["test", "sites.csv", "url,name\nshop.example.org,Shop\n", "csv"]
  ])("is named by mon %s", async (command, name, text, source) => {
    const path = join(folder, name)
    writeFileSync(path, text)
    const { code, err, out } = await monRun([command, "--file", path], { env: service.env })
    expect([code, out, err]).toEqual([2, "", `${path} is not a configuration file. ${hint} ${source} ${path}\n`])
  })

  it("may be a database of any size", async () => {
    const path = join(folder, "kuma.db")
    writeFileSync(path, Buffer.concat([Buffer.from("SQLite format 3\0"), Buffer.alloc(5 * 1_024 * 1_024)]))
    const { code, err } = await monRun(["plan", "--file", path], { env: service.env })
    expect([code, err]).toEqual([2, `${path} is not a text. ${hint} uptime-kuma ${path}\n`])
  })
})
