import { makeAddressPolicy, type ResolveAddresses } from "@mon/public-net"
import { makeAuthority, startSite } from "@mon/tooling/testbed"
import { createSocket, type Socket as UdpSocket } from "node:dgram"
import { createServer, type Server } from "node:net"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { browsers, noChromium, openPages, openPool, taken } from "./Chromium.ts"

/** A server at an address that no page may reach. Every connection and every datagram counts. */
interface Canary {
  readonly port: number
  readonly heard: Array<string>
  readonly close: () => Promise<void>
}

const MINIMAL_PAGE =
  "HTTP/1.1 200 OK\r\nAccess-Control-Allow-Origin: *\r\nContent-Length: 2\r\nConnection: close\r\n\r\nhi"

const listen = (server: Server, host: string, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === "object" && address !== null ? address.port : 0)
    })
  })

const bind = (socket: UdpSocket, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.once("error", reject)
    socket.bind(port, host, () => resolve())
  })

const startCanary = async (): Promise<Canary> => {
  const heard: Array<string> = []
  const answer = (name: string) =>
    createServer((socket) => {
      heard.push(`${name} connection`)
      socket.on("error", () => undefined)
      socket.once("data", (bytes) => {
        heard.push(`${name} ${bytes.toString("latin1").split("\r\n")[0] ?? ""}`)
        socket.end(MINIMAL_PAGE)
      })
    })
  const [four, six] = [answer("127.0.0.1"), answer("::1")]
  const [udp4, udp6] = [createSocket("udp4"), createSocket("udp6")]
  udp4.on("message", () => heard.push("127.0.0.1 datagram"))
  udp6.on("message", () => heard.push("::1 datagram"))
  const port = await listen(four, "127.0.0.1", 0)
  await listen(six, "::1", port)
  await Promise.all([bind(udp4, "127.0.0.1", port), bind(udp6, "::1", port)])
  return {
    port,
    heard,
    close: async () => {
      udp4.close()
      udp6.close()
      await Promise.all([four, six].map((server) => new Promise((resolve) => server.close(resolve))))
    }
  }
}

/**
 * Returns a page that tries every way to reach the network. The title of the page shows the ways that got an answer,
 * and then that the page has finished.
 */
const hostilePage = (port: number): string => `<title>trying</title>
<link rel="dns-prefetch" href="//leak-prefetch.example.com"><link rel="preconnect" href="http://127.0.0.1:${port}">
<iframe src="http://127.0.0.1:${port}/frame"></iframe><iframe src="http://[::1]:${port}/frame"></iframe><iframe src="file:///etc/passwd"></iframe>
<img src="http://localhost:${port}/img"><img src="http://169.254.169.254/latest/meta-data/"><img src="file:///etc/passwd"><img src="http://2130706433:${port}/int">
<object data="http://127.0.0.1:${port}/object"></object><script src="http://rebind.example.com:${port}/script"></script>
<script>
const out = []
const quietly = (name, work) => Promise.race([Promise.resolve().then(work), new Promise((_, no) => setTimeout(no, 1500))]).then(() => out.push(name), () => undefined)
const channel = (name, make, good) => quietly(name, () => new Promise((yes, no) => {
  const opened = make(); opened.onopen = yes; opened.onerror = no; opened.onmessage = yes
}))
const ice = (urls) => quietly(urls, async () => {
  const peer = new RTCPeerConnection({ iceServers: [{ urls, username: "a", credential: "b" }] })
  peer.createDataChannel("a")
  const candidates = new Promise((yes, no) => {
    peer.onicecandidate = ({ candidate }) => candidate === null ? no() : /127\\.|srflx|relay/.test(candidate.candidate) && yes()
  })
  await peer.setLocalDescription(await peer.createOffer())
  await candidates
})
Promise.all([
  quietly("fetch", () => fetch("http://127.0.0.1:${port}/fetch", { mode: "no-cors" })),
  quietly("fetch6", () => fetch("http://[::1]:${port}/fetch", { mode: "no-cors" })),
  quietly("mapped", () => fetch("http://[::ffff:127.0.0.1]:${port}/fetch", { mode: "no-cors" })),
  quietly("localhost", () => fetch("http://localhost:${port}/fetch", { mode: "no-cors" })),
  quietly("sub", () => fetch("http://anything.localhost:${port}/fetch", { mode: "no-cors" })),
  quietly("tls", () => fetch("https://127.0.0.1:${port}/fetch", { mode: "no-cors" })),
  quietly("file", () => fetch("file:///etc/passwd")),
  quietly("rebind", () => fetch("http://rebind.example.com:${port}/fetch", { mode: "no-cors" })),
  quietly("mixed", () => fetch("http://mixed.example.com:${port}/fetch", { mode: "no-cors" })),
  quietly("redirect", () => fetch("/away", { mode: "no-cors" })),
  quietly("beacon", async () => { navigator.sendBeacon("http://127.0.0.1:${port}/beacon", "a"); throw 0 }),
  channel("ws", () => new WebSocket("ws://127.0.0.1:${port}/ws")),
  channel("wss", () => new WebSocket("wss://[::1]:${port}/ws")),
  channel("events", () => new EventSource("http://127.0.0.1:${port}/events")),
  ice("stun:127.0.0.1:${port}"), ice("stun:[::1]:${port}"), ice("stun:localhost:${port}"), ice("stun:leak-stun.example.com:${port}"),
  ice("turn:127.0.0.1:${port}?transport=udp"), ice("turn:127.0.0.1:${port}?transport=tcp")
]).then(() => { document.title = "done " + out.join(" ") })
</script>`

/** Returns a resolver whose answers for rebind.example.com alternate between an allowed and a forbidden address. */
const rebinding =
  (asked: Array<string>): ResolveAddresses =>
  (hostname) => {
    const permit = asked.push(hostname)
    const addresses: Readonly<Record<string, ReadonlyArray<string>>> = {
      "shop.example.com": ["127.0.0.5"],
      "rebind.example.com": [permit % 2 === 0 ? "127.0.0.5" : "127.0.0.1"],
      "mixed.example.com": ["127.0.0.5", "127.0.0.1"]
    }
    const known = addresses[hostname]
    return Promise.resolve(known === undefined ? { status: "nxdomain" } : { status: "ok", addresses: known })
  }

describe.skipIf(noChromium !== null).each(browsers)("a hostile page in %s (skipped without Chromium)", (_, places) => {
  let canary: Canary
  beforeAll(async () => {
    canary = await startCanary()
  })
  afterAll(() => canary.close())

  const visit = async (allow: ReadonlyArray<string>) => {
    canary.heard.length = 0
    const asked: Array<string> = []
    const site = await openPages({
      "/": hostilePage(canary.port),
      "/away": { redirectTo: `http://127.0.0.1:${canary.port}/redirected` }
    })
    const pool = openPool({ policy: makeAddressPolicy({ allow }), resolve: rebinding(asked) }, places)
    try {
      const { title } = taken(await pool.take({ url: `http://shop.example.com:${site.port}/`, waitMs: 2_500 }))
      return { title, asked, heard: [...canary.heard] }
    } finally {
      await pool.close()
      await site.close()
    }
  }

  test("a page reaches only public addresses, however it tries", async () => {
    const { asked, heard, title } = await visit(["127.0.0.5/32"])
    expect(heard).toEqual([])
    expect(title).toBe("done")
    expect(asked.filter((name) => name.startsWith("leak-"))).toEqual([])
  }, 60_000)

  test("the same page reaches allowed addresses, only through the proxy", async () => {
    const { heard, title } = await visit(["127.0.0.0/8", "::1/128"])
    expect(title).toMatch(/^done .*fetch/u)
    expect(heard).toContain("127.0.0.1 GET /frame HTTP/1.1")
    expect(heard).toContain("::1 GET /frame HTTP/1.1")
    expect(heard).toContain("127.0.0.1 GET /redirected HTTP/1.1")
    expect(heard).toContain("127.0.0.1 GET /ws HTTP/1.1")
    expect(heard.filter((what) => what.endsWith("datagram"))).toEqual([])
  }, 60_000)

  test("a page on a secure origin cannot open WebTransport", async () => {
    canary.heard.length = 0
    const authority = await makeAuthority()
    const tls = await authority.issue({ names: ["shop.example.com"] })
    const body = `<title>trying</title><script>
      const open = async (host) => { try { await new WebTransport("https://" + host + ":${canary.port}/").ready; return "open" } catch (error) { return error.name } }
      const over = new Promise((resolve) => setTimeout(resolve, 1500, "silent"))
      Promise.all(["127.0.0.1", "[::1]", "localhost", "filtering-proxy.invalid"].map((host) => Promise.race([open(host), over]))).then((said) => { document.title = "done " + said.join(" ") })
    </script>`
    const site = await startSite({
      host: "127.0.0.5",
      tls,
      behaviour: { headers: { "content-type": "text/html" }, body }
    })
    const pool = openPool({ policy: makeAddressPolicy({ allow: ["127.0.0.0/8"] }) }, places)
    try {
      const { title } = taken(await pool.take({ url: `https://shop.example.com:${site.port}/`, waitMs: 2_000 }))
      expect(title).toMatch(/^done (?:(?:WebTransportError|silent) ?){4}$/u)
      expect(canary.heard).toEqual([])
    } finally {
      await pool.close()
      await site.close()
    }
  }, 60_000)

  test("a redirect to a private address is refused and reported", async () => {
    const site = await openPages({
      "/": { redirectTo: "http://10.0.0.1/" },
      "/script": `<script>location = "http://169.254.169.254/"</script>`
    })
    const pool = openPool({}, places)
    try {
      const take = (path: string) => pool.take({ url: `http://shop.example.com:${site.port}${path}` })
      expect(await take("/")).toMatchObject({
        status: "failed",
        reason: "blocked_address",
        message: expect.stringMatching(/^The address of \S+ is not public\.$/u)
      })
      expect(await take("/script")).toMatchObject({
        status: "failed",
        reason: "blocked_address",
        message: expect.stringMatching(/^The address of \S+ is not public\.$/u)
      })
    } finally {
      await pool.close()
      await site.close()
    }
  }, 60_000)
})
