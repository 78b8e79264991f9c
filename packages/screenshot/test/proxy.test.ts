import { makeAddressPolicy } from "@mon/public-net"
import { type Site, startSite } from "@mon/tooling/testbed"
import * as fc from "fast-check"
import { connect, createServer, type Socket } from "node:net"
import { afterEach, beforeEach, expect, test } from "vitest"
import { type FilteringProxy, startFilteringProxy } from "../src/proxy/ProxyServer.ts"
import { proxyLimits } from "../src/proxy/ProxyLimits.ts"
import type { ProxySession } from "../src/proxy/ProxySession.ts"
import { parseAbsolute, parseAuthority } from "../src/proxy/parseProxyRequest.ts"
import { zone } from "./Chromium.ts"

let site: Site
let proxy: FilteringProxy
let asked: Array<string> = []
beforeEach(async () => {
  asked = []
  site = await startSite({
    host: "127.0.0.5",
    behaviour: { headers: { "content-type": "text/plain", "keep-alive": "timeout=5" }, body: "hello" }
  })
  const resolve = zone({
    "shop.example.com": ["127.0.0.5"],
    "inside.example.com": ["127.0.0.1"],
    "mixed.example.com": ["127.0.0.5", "127.0.0.1"]
  })
  proxy = await startFilteringProxy({
    policy: makeAddressPolicy({ allow: ["127.0.0.5/32"] }),
    resolve: (hostname, signal) => {
      asked.push(hostname)
      return resolve(hostname, signal)
    }
  })
})
afterEach(async () => {
  await proxy.close()
  await site.close()
})

const authorization = ({ password, username }: Pick<ProxySession, "username" | "password">): string =>
  `Proxy-Authorization: Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`

/** Sends a text to the proxy, and returns everything that the proxy sends until it ends the connection. */
const send = (text: string, then?: (socket: Socket, soFar: string) => void): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(proxy.port, "127.0.0.1", () => socket.write(text))
    let got = ""
    socket.setEncoding("latin1")
    socket.on("data", (chunk: string) => {
      got += chunk
      then?.(socket, got)
    })
    socket.on("error", () => undefined)
    socket.on("close", () => resolve(got))
  })

const get = (session: Pick<ProxySession, "username" | "password">, url: string, more = ""): Promise<string> =>
  send(`GET ${url} HTTP/1.1\r\nHost: x\r\n${authorization(session)}\r\n${more}Connection: close\r\n\r\n`)

const open = (session: ProxySession, place: string): Promise<string> =>
  send(`CONNECT ${place} HTTP/1.1\r\nHost: ${place}\r\n${authorization(session)}\r\n\r\n`, (socket) => socket.end())

test("serves nobody without the credentials of an open session", async () => {
  const session = proxy.open()
  const url = `http://shop.example.com:${site.port}/`
  expect(await send(`GET ${url} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 407 /u)
  expect(await send(`CONNECT shop.example.com:${site.port} HTTP/1.1\r\nHost: x\r\n\r\n`)).toMatch(/^HTTP\/1\.1 407 /u)
  for (const wrong of [
    { ...session, password: "x" },
    { ...session, username: "x" },
    { username: session.password, password: session.username }
  ]) {
    expect(await get(wrong, url)).toMatch(/^HTTP\/1\.1 407 /u)
  }
  expect(await get(session, url)).toMatch(/^HTTP\/1\.1 200 /u)
  session.end()
  expect(await get(session, url)).toMatch(/^HTTP\/1\.1 407 /u)
  expect(site.requests.length).toBe(1)
})

test("removes the proxy's own header fields in both directions", async () => {
  const answer = await get(
    proxy.open(),
    `http://shop.example.com:${site.port}/a?b=c`,
    "X-One: 1\r\nX-Hop: 2\r\nTE: trailers\r\n"
  )
  const [heard] = site.requests
  expect(heard).toMatchObject({ path: "/a?b=c", host: `shop.example.com:${site.port}`, headers: { "x-one": "1" } })
  expect(Object.keys(heard?.headers ?? {}).filter((name) => name.startsWith("proxy-") || name === "te")).toEqual([])
  expect(answer).not.toMatch(/keep-alive: timeout=5/iu)
  expect(answer).toMatch(/hello/u)
})

test("a tunnel carries bytes in both directions", async () => {
  const session = proxy.open()
  let asking = false
  const got = await send(
    `CONNECT shop.example.com:${site.port} HTTP/1.1\r\n${authorization(session)}\r\nHost: x\r\n\r\n`,
    (socket, soFar) => {
      if (asking || !soFar.endsWith("\r\n\r\n")) return
      asking = true
      socket.write("GET /tunnel HTTP/1.1\r\nHost: y\r\nConnection: close\r\n\r\n")
    }
  )
  expect(got).toMatch(/^HTTP\/1\.1 200 Connection Established\r\n\r\nHTTP\/1\.1 200 /u)
  expect(site.requests.map(({ path }) => path)).toEqual(["/tunnel"])
})

test("refuses addresses that are not public, and records why", async () => {
  const session = proxy.open()
  const places = [
    "127.0.0.1",
    "[::1]",
    "localhost",
    "inside.example.com",
    "mixed.example.com",
    "169.254.169.254",
    "[::ffff:127.0.0.1]",
    "0x7f.1",
    "nowhere.example.com"
  ]
  for (const place of places) expect(await open(session, `${place}:${site.port}`), place).toMatch(/^HTTP\/1\.1 502 /u)
  for (const place of places) expect(await get(session, `http://${place}:${site.port}/`), place).toBe("")
  const codes = [...session.refusals].map(([place, { code }]) => `${place.replace(`:${site.port}`, "")} ${code}`)
  expect(codes).toEqual(
    expect.arrayContaining([
      "127.0.0.1 blocked_address",
      "::1 blocked_address",
      "localhost dns_nxdomain",
      "inside.example.com blocked_address",
      "mixed.example.com blocked_address",
      "nowhere.example.com dns_nxdomain"
    ])
  )
  expect(site.accepted).toBe(0)
})

test("resolves no name that the public DNS cannot have, except that of the page", async () => {
  const names = ["localhost", "db", "db.project_default", "wiki.internal", "app.svc.cluster.local"]
  for (const name of names) expect(await open(proxy.open(), `${name}:${site.port}`), name).toMatch(/^HTTP\/1\.1 502 /u)
  expect(asked).toEqual([])
  await open(proxy.open("db"), `db:${site.port}`)
  expect(asked).toEqual(["db"])
})

test("resolves each name once per session", async () => {
  const session = proxy.open()
  for (let i = 0; i < 3; i++) await get(session, `http://shop.example.com:${site.port}/`)
  await get(proxy.open(), `http://shop.example.com:${site.port}/`)
  expect(asked).toEqual(["shop.example.com", "shop.example.com"])
})

test("refuses other forms of requests", async () => {
  const session = proxy.open()
  for (const target of [
    "/",
    "https://shop.example.com/",
    "ftp://shop.example.com/",
    "http://a:b@shop.example.com/",
    "*"
  ]) {
    expect(await get(session, target), target).toMatch(/^(HTTP\/1\.1 400 |$)/u)
  }
  expect(
    await get(session, `http://shop.example.com:${site.port}/`, "Upgrade: websocket\r\nConnection: Upgrade\r\n")
  ).not.toMatch(/101/u)
  expect(site.accepted).toBe(0)
})

test("a response that is not HTTP closes only its own connection", async () => {
  const answers = [
    "HTTP/1.1 099 No\r\n\r\n",
    "HTTP/1.1 200 O\u007fK\r\nContent-Length: 0\r\n\r\n",
    "HTTP/1.1 200 OK\r\nX: a\u0001b\r\n\r\n",
    "HTTP/1.1 101 Up\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n",
    "SSH-2.0\r\n",
    `HTTP/1.1 200 OK\r\nX: ${"x".repeat(100_000)}\r\n\r\n`
  ]
  const odd = createServer((socket) => {
    socket.on("error", () => undefined)
    socket.once("data", () => socket.end(answers.shift() ?? ""))
  })
  await new Promise<void>((resolve) => odd.listen(0, "127.0.0.5", resolve))
  const address = odd.address()
  const port = typeof address === "object" ? address?.port : 0
  const session = proxy.open()
  const count = answers.length
  for (let round = 0; round < count; round++)
    expect(await get(session, `http://shop.example.com:${port}/`), String(round)).not.toMatch(/^HTTP\/1\.1 101/u)
  expect(await get(session, `http://shop.example.com:${site.port}/`)).toMatch(/hello/u)
  await new Promise((resolve) => odd.close(resolve))
})

test("closes the connections of a page that loads too much", async () => {
  const session = proxy.open()
  session.count("down", proxyLimits.bytesDown)
  expect(await get(session, `http://shop.example.com:${site.port}/`)).not.toMatch(/hello/u)
})

test("parses targets as browsers write them, and never another port", () => {
  expect(parseAuthority("shop.example.com:443")).toEqual({ hostname: "shop.example.com", port: 443 })
  expect(parseAuthority("[::1]:80")).toEqual({ hostname: "::1", port: 80 })
  expect(parseAbsolute("http://Shop.example.com/a b?c")).toEqual({
    hostname: "shop.example.com",
    port: 80,
    host: "shop.example.com",
    path: "/a%20b?c"
  })
  for (const bad of [
    "shop.example.com",
    "shop.example.com:0",
    "shop.example.com:65536",
    "a@b:1",
    "a:b:1",
    "",
    ":1",
    "http://a:1"
  ])
    expect(parseAuthority(bad), bad).toBeNull()
  fc.assert(
    fc.property(fc.string(), (text) => {
      const target = parseAuthority(text) ?? parseAbsolute(text)
      return target === null || (target.port >= 1 && target.port <= 65_535 && !/[\s/@]/u.test(target.hostname))
    })
  )
})
