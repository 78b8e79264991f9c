import { startDnsServer } from "@mon/tooling/testbed"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, expect, test } from "vitest"
import { emailMessageCommand } from "../../src/message/cli/emailMessageCommand.ts"
import { messageWith, rsa, sign } from "./signing.ts"

let dns: Awaited<ReturnType<typeof startDnsServer>>
let folder: string
const fileOf = (name: string) => join(folder, name)
beforeAll(async () => {
  dns = await startDnsServer()
  dns.zone.set("example.com", { TXT: ["v=spf1 ip4:192.0.2.0/24 -all"] })
  dns.zone.set("_dmarc.example.com", { TXT: ["v=DMARC1; p=reject"] })
  dns.zone.set("s1._domainkey.example.com", { TXT: [rsa.record.match(/.{1,200}/gu) ?? []] })
  folder = mkdtempSync(join(tmpdir(), "mon-email-message-"))
  writeFileSync(fileOf("good.eml"), await sign(messageWith()))
  writeFileSync(fileOf("bad.eml"), messageWith({ Subject: "\u001b[31mred" }))
  writeFileSync(fileOf("large.eml"), Buffer.alloc(1_048_577, "x"))
  writeFileSync(fileOf("empty.eml"), "")
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await dns.close()
})

const run = async (...args: ReadonlyArray<string>) => {
  const out: Array<string> = []
  const err: Array<string> = []
  const code = await emailMessageCommand.run(["--dns", dns.address, ...args], {
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    colour: false,
    interactive: false,
    version: "1.2.3",
    signal: new AbortController().signal
  })
  return { code, out: out.join(""), err: err.join("") }
}

test("a good message exits with 0 and prints each result", async () => {
  const { code, err, out } = await run("--ip", "192.0.2.1", "--mail-from", "ada@example.com", fileOf("good.eml"))
  expect([code, err]).toEqual([0, ""])
  expect(out).toMatch(/good\.eml {2}ok {2}ada@example\.com/u)
  expect(out).toMatch(/SPF +pass +example\.com, aligned/u)
  expect(out).toMatch(/DKIM +pass +example\.com \(s1\) pass, aligned/u)
})

test("a finding exits with 1, also among several files, and no control character reaches the terminal", async () => {
  const { code, out } = await run(fileOf("good.eml"), fileOf("bad.eml"))
  expect(code).toBe(1)
  expect(out).toContain("The message has no DKIM signature.")
  expect(out).not.toContain("\u001b")
})

test("--json prints one object, or a list for several files", async () => {
  const one = JSON.parse((await run("--json", fileOf("good.eml"))).out) as unknown
  expect(one).toMatchObject({ file: fileOf("good.eml"), verdict: "ok", spf: { status: "not_checked" } })
  const two = JSON.parse((await run("--json", fileOf("good.eml"), fileOf("bad.eml"))).out) as unknown
  expect(two).toMatchObject([{ verdict: "ok" }, { verdict: "fail" }])
})

test("an unknown result exits with 2", async () => {
  dns.zone.fail("s1._domainkey.example.com", "SERVFAIL")
  const { code, out } = await run(fileOf("good.eml"))
  dns.zone.set("s1._domainkey.example.com", { TXT: [rsa.record.match(/.{1,200}/gu) ?? []] })
  expect([code, out.includes("unknown")]).toEqual([2, true])
})

test.each(["missing.eml", "large.eml", "empty.eml"])("%s exits with 2 and a sentence", async (name) => {
  const { code, err, out } = await run(fileOf(name))
  expect([code, out]).toEqual([2, ""])
  expect(err).toContain(name)
  expect(err.trim().split("\n")).toHaveLength(1)
})

test.each([
  ["--ip", "localhost"],
  ["--helo", "a b"],
  ["--mail-from", "nobody"],
  ["--dns", "x"]
])("%s %s exits with 64 and names the option", async (option, value) => {
  const { code, err } = await run(option, value, fileOf("good.eml"))
  expect(code).toBe(64)
  expect(err).toContain(`${option} must be`)
})

test("the program reads a message from standard input", () => {
  const bin = fileURLToPath(new URL("../../src/message/bin.ts", import.meta.url))
  const { status, stdout } = spawnSync(
    process.execPath,
    ["--conditions=@mon/source", bin, "--json", "--dns", "127.0.0.1:9"],
    { input: "From: nobody\r\n\r\nHi", encoding: "utf8" }
  )
  expect([status, JSON.parse(stdout)]).toMatchObject([1, { file: "-", from: null }])
})
