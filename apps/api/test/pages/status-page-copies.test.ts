import { Effect } from "effect"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { folderTarget } from "../../src/statusExport/folderTarget.ts"
import { openWorld, type TestAccount, type TestApi, type World } from "../World.ts"
import { giveHost, newHostname } from "./ownHost.ts"
import { makeStatusPage, overrideState, type TestStatusPage } from "./statusPage.ts"

const WITHIN = { timeout: 20_000, interval: 50 }

let world: World
let api: TestApi
let owner: TestAccount
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "mon-status-"))
  world = await openWorld()
  api = await world.startApi({ settings: { statusExport: folder } })
  owner = await world.account("agency")
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

const read = (...path: ReadonlyArray<string>): string => readFileSync(join(folder, ...path), "utf8")

const stateIn = ({ slug }: TestStatusPage): unknown =>
  JSON.parse(read(slug, "api", "v2", "components.json")).components[0].status

const copied = (page: TestStatusPage, state: string) =>
  vi.waitFor(() => {
    expect(stateIn(page)).toBe(state)
  }, WITHIN)

const change = (page: TestStatusPage, body: object) =>
  api.send("PATCH", `/api/v1/status-pages/${page.id}`, { key: owner.key, body })

/** Starts a file server that is independent of Mon. */
const serveFolder = async () => {
  const server = createServer((request, response) => {
    const path = join(folder, request.url ?? "/")
    const file = path.endsWith("/") ? join(path, "index.html") : path
    if (!existsSync(file)) return response.writeHead(404).end()
    response.writeHead(200).end(readFileSync(file))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

describe("the copy of a status page", () => {
  it("names the own host name of the page as its address, as long as the page has it", async () => {
    const page = await makeStatusPage(api, owner)
    const hostname = newHostname()
    const canonical = () => /rel="canonical" href="([^"]*)"/u.exec(read(page.slug, "index.html"))?.[1]
    await giveHost(world, page, hostname)
    await vi.waitFor(() => expect(canonical()).toBe(`http://${hostname}:${api.port}/`), WITHIN)
    await api.send("DELETE", `/api/v1/status-pages/${page.id}/host`, { key: owner.key })
    await vi.waitFor(() => expect(canonical()).toBe(`${api.origin}/s/${page.slug}/`), WITHIN)
  })

  it("leads to where the service takes subscriptions, on its own host name if the page has one", async () => {
    const page = await makeStatusPage(api, owner)
    const subscribeLinks = (file: string) =>
      [...read(page.slug, ...file.split("/")).matchAll(/href="([^"]*subscribe[^"]*)"/gu)].map(([, link = ""]) => link)
    await copied(page, "operational")
    const ofService = `${api.origin}/s/${page.slug}/subscribe`
    for (const file of ["index.html", "history/index.html", "maintenance/index.html"])
      expect(subscribeLinks(file), file).toEqual([ofService])
    expect(subscribeLinks("embed/index.html")).toEqual([])
    const answer = await fetch(ofService)
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining("<form")])
    const hostname = newHostname()
    await giveHost(world, page, hostname)
    const ofHost = `http://${hostname}:${api.port}/subscribe`
    await vi.waitFor(() => expect(subscribeLinks("index.html")).toEqual([ofHost]), WITHIN)
  })

  it("follows the page, with all of its files", async () => {
    const page = await makeStatusPage(api, owner)
    await copied(page, "operational")
    await overrideState(api, page, "major_outage")
    await copied(page, "major_outage")
    for (const path of [
      "index.html",
      "history/index.html",
      "embed/index.html",
      "history.atom",
      "maintenance.ics",
      "badge.svg"
    ])
      expect(existsSync(join(folder, page.slug, path)), path).toBe(true)
    const [hidden = ""] = page.hidden.texts
    const files = readdirSync(join(folder, page.slug), { recursive: true, withFileTypes: true })
    for (const file of files.filter((one) => one.isFile()))
      expect(readFileSync(join(file.parentPath, file.name), "utf8")).not.toContain(hidden)
  })

  it("is served by any file server when no process of Mon runs", async () => {
    const other = await world.startApi({ settings: { statusExport: folder } })
    const page = await makeStatusPage(other, owner)
    await overrideState(other, page, "partial_outage")
    await copied(page, "partial_outage")
    await other.close()
    const files = await serveFolder()
    const index = await (await fetch(`${files.origin}/${page.slug}/`)).text()
    expect(index).toContain("Partial Outage")
    const links = [...index.matchAll(/href="(\.\/[^"]*)"/gu)].map(([, link]) => link ?? "")
    for (const link of links) {
      const { status } = await fetch(new URL(link, `${files.origin}/${page.slug}/`))
      expect(status, link).toBe(200)
    }
    files.close()
  })

  it.each([
    ["private", (page: TestStatusPage) => change(page, { access: "password", password: "a password of readers" })],
    ["deleted", (page: TestStatusPage) => api.send("DELETE", `/api/v1/status-pages/${page.id}`, { key: owner.key })]
  ])("is gone before the answer says that the page is %s", async (_, end) => {
    const page = await makeStatusPage(api, owner)
    await copied(page, "operational")
    expect((await end(page)).status).toBe(200)
    expect(existsSync(join(folder, page.slug, "index.html"))).toBe(false)
    expect(existsSync(join(folder, page.slug, "api", "v2", "summary.json"))).toBe(false)
  })

  it("moves with the address of the page, and comes back when the page is public again", async () => {
    const page = await makeStatusPage(api, owner)
    await copied(page, "operational")
    const slug = `${page.slug}-new`
    await change(page, { slug })
    await copied({ ...page, slug }, "operational")
    expect(existsSync(join(folder, page.slug, "index.html"))).toBe(false)
    await change(page, { access: "password", password: "a password of readers" })
    expect(existsSync(join(folder, slug, "index.html"))).toBe(false)
    await change(page, { access: "public" })
    await copied({ ...page, slug }, "operational")
  })

  it("is written again into an empty folder when a process starts", async () => {
    const page = await makeStatusPage(api, owner)
    await copied(page, "operational")
    rmSync(join(folder, page.slug), { recursive: true })
    const other = await world.startApi({ settings: { statusExport: folder } })
    await copied(page, "operational")
    expect(existsSync(join(folder, page.slug, "index.html"))).toBe(true)
    await other.close()
  })

  it("replaces a copy of plain files, and fails at a folder of somebody else", async () => {
    const mine = mkdtempSync(join(tmpdir(), "mon-status-"))
    const target = folderTarget(mine)
    const files = [{ path: "index.html", contentType: "text/html", body: Buffer.from("new") }]
    mkdirSync(join(mine, "old", "api", "v2"), { recursive: true })
    writeFileSync(join(mine, "old", "api", "v2", "summary.json"), "{}")
    await Effect.runPromise(target.write("old", files))
    expect(readdirSync(join(mine, "old"))).toEqual(["index.html"])
    mkdirSync(join(mine, "photos"))
    writeFileSync(join(mine, "photos", "cat.png"), "a cat")
    for (const refused of [target.write("photos", files), target.remove("photos")])
      expect((await Effect.runPromise(Effect.flip(refused))).message).toContain("is not a copy of a status page")
    expect(readFileSync(join(mine, "photos", "cat.png"), "utf8")).toBe("a cat")
    rmSync(mine, { recursive: true })
  })
})
