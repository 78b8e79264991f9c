import { processTerminal } from "@mon/bundled/command-line"
import { type DnsServer, startDnsServer } from "@mon/tooling/testbed"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { campaignFiles } from "../src/cli/CampaignFiles.ts"
import { readProspects } from "../src/cli/readProspects.ts"
import { simulationCommand, type SimulationTerminal } from "../src/cli/simulationCommand.ts"

let server: DnsServer
let folder: string
const FILE =
  'name;E-Mail;city\r\n"Ann; A";ann@shop.example.com;Bern\r\nBob;bob@gmail.com;Bonn\r\nCid;cid@gone.example.com;Rome\r\n'

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mon-simulation-"))
  await writeFile(join(folder, "list.csv"), FILE)
  server = await startDnsServer()
  server.zone.set("shop.example.com", { MX: [{ preference: 1, exchange: "smtp.google.com" }] })
  server.zone.set("out.example.net", {
    MX: [{ preference: 1, exchange: "smtp.google.com" }],
    TXT: ["v=spf1 ip4:192.0.2.1 -all"]
  })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const runWith = async (args: ReadonlyArray<string>, terminal: Partial<SimulationTerminal> = {}) => {
  const texts = { out: "", err: "" }
  const code = await simulationCommand.run(args, {
    ...processTerminal(new URL("../package.json", import.meta.url), new AbortController().signal),
    files: campaignFiles,
    interactive: false,
    out: (text) => void (texts.out += text),
    err: (text) => void (texts.err += text),
    ...terminal
  })
  return { code, ...texts }
}
const usual = () => [
  "--sending",
  "out.example.net,gmail.com",
  "--dns",
  server.address,
  "--no-lists",
  join(folder, "list.csv")
]

describe("the command", () => {
  test("prints a summary, and what was left out", async () => {
    const { code, err, out } = await runWith(usual())
    expect({ code, err }).toEqual({ code: 0, err: "" })
    for (const part of [
      "3 entries at 3 domains, 3 credits",
      "Google Workspace",
      "Ignored: gmail.com",
      "Publish DMARC for out.example.net",
      "_dmarc.out.example.net  TXT  v=DMARC1; p=none",
      "This is a prediction from DNS"
    ])
      expect(out).toContain(part)
  })
  test("draws a progress bar on a terminal only, apart from the results", async () => {
    const { err, out } = await runWith(usual(), { interactive: true })
    expect(err).toContain("3/3 domains")
    expect(out).not.toContain("3/3")
  })
  test("writes three files and JSON", async () => {
    const { out } = await runWith([...usual(), "--json", "--out", join(folder, "result")])
    expect(JSON.parse(out)).toMatchObject({ modelVersion: "2026.11", summary: { prospects: 3, uniqueDomains: 3 } })
    const rows = await Promise.all(
      ["campaign", "sender", "suggestion"].map(async (name) =>
        (await readFile(join(folder, "result", `${name}.csv`), "utf8")).split("\r\n")
      )
    )
    expect(rows[0]).toHaveLength(5)
    expect(rows[0]?.[1]).toContain(
      "1,ann@shop.example.com,ann@shop.example.com,shop.example.com,valid,true,smtp.google.com,google,"
    )
    expect(rows[1]).toHaveLength(3)
    expect(rows[2]?.length).toBeGreaterThan(2)
  })
  test.each([
    [[], "--sending is missing. It must be domain names, separated by commas."],
    [["--sending", ",", "x.csv"], "--sending must be domain names"],
    [["--sending", "a.com"], "<prospects> is missing. It must be the path of a file"],
    [["--sending", "a.com", "--dns", "nowhere", "x.csv"], "--dns must be DNS servers such as 192.0.2.1"],
    [["--sending", "a.com", "--days", "0", "x.csv"], '--days must be a whole number from 1 to 10000, not "0".'],
    [["--what"], "Unknown option: --what."]
  ])("%j is refused with 64", async (args, message) => {
    const { code, err } = await runWith(args)
    expect(code).toBe(64)
    expect(err).toContain(message)
  })
  test("exits with 2 without a file that can be read, or a sender", async () => {
    expect(await runWith(["--sending", "a.com", join(folder, "none.csv")])).toMatchObject({
      code: 2,
      out: "",
      err: expect.stringContaining("none.csv cannot be read: ENOENT")
    })
    expect(await runWith(["--sending", "gmail.com", join(folder, "list.csv")])).toMatchObject({
      code: 2,
      err: expect.stringContaining("gmail.com is a public mailbox domain")
    })
  })
  test("prints help", async () => {
    expect((await runWith(["--help"])).out).toContain("Usage: mon-simulation")
    expect((await runWith(["--version"])).out).toMatch(/^\d+\.\d+\.\d+\n$/)
  })
  test("reads standard input for -", async () => {
    const read = (path: string) => Promise.resolve(path === "-" ? FILE : "")
    const { code, out } = await runWith([...usual().slice(0, -1), "-"], { files: { ...campaignFiles, read } })
    expect([code, out.split("\n")[0]]).toEqual([0, "3 entries at 3 domains, 3 credits"])
  })
})

describe("a file of prospects", () => {
  test.each([
    ["a@example.com\nexample.org\n\n b@example.com \n", ["a@example.com", "example.org", "b@example.com"]],
    ["\ufeffemail\r\na@example.com\r\n", ["a@example.com"]],
    [FILE, ["ann@shop.example.com", "bob@gmail.com", "cid@gone.example.com"]],
    ["Ann,a@example.com,1\nBob,b@example.com,2\n", ["a@example.com", "b@example.com"]],
    ["company\tWebsite\nA\thttps://example.com\n", ["https://example.com"]],
    ['"email","note"\n"a@example.com","two\nlines, ""quoted"""\n', ["a@example.com"]],
    ["", []]
  ])("%j", (file, entries) => expect(readProspects(file)).toEqual(entries))
})
