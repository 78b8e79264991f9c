import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import type { ServerResponse } from "node:http"
import { dirname, join } from "node:path"
import { describe, expect, it } from "vitest"
import { loginFile, readLogin } from "../src/service/Login.ts"
import { monRun, testTerminal } from "./monRun.ts"
import { monitorList, refuse, testService } from "./testService.ts"

const service = testService()
const account = { email: "ada@example.com", role: "owner", plan: "pro" }

const htmlPage = (response: ServerResponse) => response.writeHead(200, { "Content-Type": "text/html" }).end("<html>")
const login = (url: string) => monRun(["login", "--url", url], { input: "mon_key" })

const loggedIn = (mode = 0o600, text = JSON.stringify({ url: service.url, apiKey: "mon_stored" })) => {
  const { terminal } = testTerminal()
  const file = loginFile(terminal)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  chmodSync(file, mode)
  return { home: terminal.home, file }
}

describe("mon login", () => {
  it("asks for the URL, and for the key without showing it, tries them and stores them for the owner only", async () => {
    service.answer("GET /account", account)
    const { asked, code, out, terminal } = await monRun(["login"], { answers: [`${service.url}/api/v1/`, " mon_key "] })
    expect({ code, asked }).toEqual({ code: 0, asked: ["Service URL: ", "API key (not shown): "] })
    expect(out).toContain(`Logged in to ${service.url} as ada@example.com (owner, plan pro).`)
    expect(out).not.toContain("mon_key")
    expect(service.seen).toMatchObject([{ path: "/account", key: "mon_key" }])
    expect(readLogin(terminal)).toEqual({ url: service.url, apiKey: "mon_key" })
    expect(statSync(loginFile(terminal)).mode & 0o777).toBe(0o600)
    expect(statSync(dirname(loginFile(terminal))).mode & 0o777).toBe(0o700)
  })

  it("reads the key from standard input without a terminal", async () => {
    service.answer("GET /account", account)
    const { code, terminal } = await monRun(["login", "--url", service.url, "--json"], { input: "mon_key\n" })
    expect(code).toBe(0)
    expect(readLogin(terminal)?.apiKey).toBe("mon_key")
  })

  it("stores nothing that the service does not accept", async () => {
    service.answer("GET /account", refuse(401, "Invalid API key."))
    const { code, err, terminal } = await monRun(["login", "--url", service.url], { input: "mon_wrong" })
    expect({ code, err }).toEqual({
      code: 2,
      err: `${service.url} does not accept the API key. Run "mon login" with a valid one.\n`
    })
    expect(existsSync(loginFile(terminal))).toBe(false)
  })

  it("refuses what cannot be a key or an address before it sends anything", async () => {
    expect(await monRun(["login", "--url", service.url], { input: "two words" })).toMatchObject({ code: 2 })
    expect(await monRun(["login", "--url", "ftp://example.com"])).toMatchObject({ code: 64 })
    expect(await monRun(["login"])).toMatchObject({ code: 2 })
    expect(service.seen).toEqual([])
  })

  it("stores nothing if another program answers, and says so", async () => {
    service.answer("GET /account", htmlPage)
    const html = await login(service.url)
    service.answer("GET /account", { ok: true })
    const json = await login(service.url)
    const elsewhere = await login(`${service.url}/app`)
    expect([html, json, elsewhere].map(({ code, err }) => [code, err])).toEqual([
      [2, `${service.url}: The response is not from a Mon service (HTTP 200, text/html). Check the address.\n`],
      [2, `There is no Mon service at ${service.url}.\n`],
      [2, `There is no Mon service at ${service.url}/app. Is it ${service.url}?\n`]
    ])
    for (const { terminal } of [html, json, elsewhere]) expect(existsSync(loginFile(terminal))).toBe(false)
  })

  it("sends a key to no address that a service redirects to", async () => {
    service.answer("GET /account", (response: ServerResponse) =>
      response.writeHead(302, { Location: "https://evil.example/" }).end()
    )
    const { code, err } = await monRun(["login", "--url", service.url], { input: "mon_key" })
    expect(code).toBe(2)
    expect(err).toContain("The address redirects to https://evil.example/.")
  })
})

describe("the stored login", () => {
  it("is in the folder of the platform", () => {
    const { terminal } = testTerminal({ home: "/home/ada" })
    expect(loginFile(terminal)).toBe("/home/ada/.config/mon/login.json")
    expect(loginFile({ ...terminal, platform: "darwin" })).toBe("/home/ada/Library/Application Support/mon/login.json")
    expect(loginFile({ ...terminal, env: { XDG_CONFIG_HOME: "/etc/ada" } })).toBe("/etc/ada/mon/login.json")
    expect(loginFile({ ...terminal, platform: "win32", env: { APPDATA: "/roaming" } })).toBe(
      join("/roaming", "mon", "login.json")
    )
  })

  it("is used by other commands, unless the environment names a service and a key", async () => {
    service.answer("GET /monitors", monitorList())
    const { home } = loggedIn()
    expect((await monRun(["monitors"], { home })).code).toBe(0)
    expect((await monRun(["monitors"], { home, env: { ...service.env, MON_API_KEY: "mon_env" } })).code).toBe(0)
    expect(service.seen.map(({ key }) => key)).toEqual(["mon_stored", "mon_env"])
  })

  it("is not used beside a key that no header can contain", async () => {
    const { home } = loggedIn()
    expect(await monRun(["monitors"], { home, env: { MON_API_KEY: "mon key" } })).toMatchObject({
      code: 2,
      err: "MON_API_KEY is not an API key: it has spaces, line breaks or other characters that are not allowed in a key.\n"
    })
    expect(service.seen).toEqual([])
  })

  it("sends its key to no other service", async () => {
    const { home } = loggedIn()
    const { code, err } = await monRun(["monitors"], { home, env: { MON_URL: "https://other.example" } })
    expect({ code, err }).toEqual({
      code: 2,
      err: `The login is for ${service.url}. Set MON_API_KEY for https://other.example.\n`
    })
  })

  it("is refused if others can read it, and if it is damaged", async () => {
    const open = loggedIn(0o644)
    expect((await monRun(["monitors"], { home: open.home })).err).toContain(`Run: chmod 600 '${open.file}'`)
    const damaged = loggedIn(0o600, "{")
    expect((await monRun(["monitors"], { home: damaged.home })).err).toContain("is not a login")
  })

  it("is deleted by logout", async () => {
    const { file, home } = loggedIn()
    expect(readFileSync(file, "utf8")).toContain("mon_stored")
    expect(await monRun(["logout"], { home })).toMatchObject({ code: 0, out: `Deleted ${file}.\n` })
    expect(existsSync(file)).toBe(false)
    expect(await monRun(["logout"], { home })).toMatchObject({ code: 0, out: "You were not logged in.\n" })
  })

  it("is missing: commands say how to log in", async () => {
    expect(await monRun(["status"])).toMatchObject({
      code: 2,
      err: 'You are not logged in. Run "mon login", or set MON_URL and MON_API_KEY.\n'
    })
  })
})
