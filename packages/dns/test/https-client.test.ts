import { makeAddressPolicy } from "@mon/public-net"
import { once } from "node:events"
import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest"
import { type HttpsResolverOptions, makeHttpsClient } from "../src/index.ts"
import {
  answerTo,
  type HttpQuery,
  resolve,
  startAbandonedQuery,
  startHttpsServer,
  theAuthority
} from "./encryptedServers.ts"

let close: Array<() => Promise<void>>
beforeEach(() => {
  close = []
})
afterEach(async () => {
  for (const end of close) await end()
})

type Version = "h2" | "http/1.1"

const setUp = async (
  version: Version,
  onQuery: (query: HttpQuery) => void,
  {
    url = (usual: string) => usual,
    ...options
  }: Partial<HttpsResolverOptions> & { url?: (usual: string) => string } = {}
) => {
  const server = await startHttpsServer(version, onQuery)
  const { rootPem } = await theAuthority()
  const client = makeHttpsClient({
    urls: [url(server.url)],
    ca: rootPem,
    resolve,
    timeoutMs: 10_000,
    deadlineMs: 20_000,
    tries: 1,
    ...options
  })
  close.push(client.close, server.close)
  return { client, server }
}

const ask = { name: "name.example.com", type: "A" } as const
const found = [{ address: "192.0.2.1", ttl: 60 }]

describe.each<Version>(["h2", "http/1.1"])("a client over HTTPS with %s", (version) => {
  it("answers, and names the server and the transport", async () => {
    const { client, server } = await setUp(version, ({ reply }) => reply())
    expect(await client.query(ask.name, ask.type)).toMatchObject({
      status: "ok",
      records: found,
      transport: "https",
      server: server.url
    })
  })

  it("uses its connection again", async () => {
    const { client, server } = await setUp(version, ({ reply }) => reply())
    for (let at = 0; at < 3; at++) await client.query(ask.name, ask.type)
    expect(server.connections()).toBe(1)
  })

  test.each<["GET" | "POST", string]>([
    ["GET", "https://%/dns-query"],
    ["POST", "https://%/dns-query"],
    ["GET", "https://%/dns-query{?dns}"],
    ["GET", "https://%/resolve?key=1"]
  ])("sends %s to %s with the id 0 and what it accepts", async (method, form) => {
    const seen: Array<object> = []
    const { client, server } = await setUp(
      version,
      ({ query, reply, request }) => {
        const { accept, "content-type": type } = request.headers
        seen.push({ method: request.method, url: request.url?.split(/dns=/)[0], id: query.id, accept, type })
        reply()
      },
      { method, url: (usual) => form.replace("%", new URL(usual).host) }
    )
    await client.query(ask.name, ask.type)
    const { pathname, search } = new URL(form.replace("{?dns}", "").replace("%", new URL(server.url).host))
    expect(seen).toEqual([
      {
        method,
        url: method === "POST" ? `${pathname}${search}` : `${pathname}${search === "" ? "?" : `${search}&`}`,
        id: 0,
        accept: "application/dns-message",
        type: method === "POST" ? "application/dns-message" : undefined
      }
    ])
  })

  it("takes the age of a cached answer from its times to live", async () => {
    const { client } = await setUp(version, ({ reply }) => reply({}, { age: "25" }))
    expect(await client.query(ask.name, ask.type)).toMatchObject({ ttl: 35, records: [{ ttl: 35 }] })
  })

  it("asks again without EDNS if the server does not support it", async () => {
    const asked: Array<number> = []
    const { client } = await setUp(version, ({ query, reply }) => {
      asked.push(query.additionals?.length ?? 0)
      reply(asked.length === 1 ? { answers: [], flags: 1 } : {})
    })
    expect((await client.query(ask.name, ask.type)).records).toEqual(found)
    expect(asked).toEqual([1, 0])
  })

  it("opens another connection after the server closed the first one", async () => {
    const { client, server } = await setUp(version, ({ reply }) => reply())
    await client.query(ask.name, ask.type)
    const [socket] = server.sockets
    socket?.destroy()
    await once(socket!, "close")
    expect((await client.query(ask.name, ask.type)).records).toEqual(found)
    expect(server.connections()).toBe(2)
  })

  it("does not keep the process alive if its query was abandoned before the connection was open", async () => {
    const server = await startHttpsServer(version, () => {})
    close.push(server.close)
    const child = await startAbandonedQuery("https", server.url)
    close.unshift(async () => void child.kill())
    expect(await once(child, "exit")).toEqual([0, null])
    await vi.waitUntil(() => server.connections() === 1, { timeout: 20_000 })
  })

  it("answers many queries at once", async () => {
    const { client } = await setUp(version, ({ reply }) => reply())
    const names = Array.from({ length: 40 }, (_, at) => `n${at}.example.com`)
    const answers = await Promise.all(names.map((name) => client.query(name, "A")))
    expect(answers.map(({ name, records }) => [name, records])).toEqual(names.map((name) => [name, found]))
  })

  it("rejects with the reason of an aborted signal, and answers the next query", async () => {
    let queries = 0
    const stop = new AbortController()
    const { client } = await setUp(version, ({ reply }) => {
      queries += 1
      if (queries === 1) stop.abort(new Error("enough"))
      else reply()
    })
    await expect(client.query(ask.name, ask.type, stop.signal)).rejects.toThrow("enough")
    expect((await client.query(ask.name, ask.type)).records).toEqual(found)
  })

  test.each<[string, (query: HttpQuery) => void, object]>([
    [
      "redirects",
      ({ response }) => response.writeHead(302, { location: "https://other.example/" }).end(),
      { reason: "Refused", detail: "HTTP 302" }
    ],
    ["forbids", ({ response }) => response.writeHead(403).end(), { reason: "Refused", detail: "HTTP 403" }],
    ["limits", ({ response }) => response.writeHead(429).end(), { reason: "ServFail", detail: "HTTP 429" }],
    ["fails", ({ response }) => response.writeHead(503).end("later"), { reason: "ServFail", detail: "HTTP 503" }],
    [
      "sends a page",
      ({ response }) => response.writeHead(200, { "content-type": "text/html" }).end("<p>"),
      { reason: "FormErr", detail: "The response is not a DNS message." }
    ],
    [
      "compresses",
      ({ reply }) => reply({}, { "content-encoding": "gzip" }),
      { reason: "FormErr", detail: "The response is not a DNS message." }
    ],
    [
      "answers with another id",
      ({ query, response }) => {
        response.writeHead(200, { "content-type": "application/dns-message" })
        response.end(answerTo({ ...query, id: 7 }))
      },
      { reason: "FormErr", detail: "The answer is for a different question." }
    ],
    [
      "answers another question",
      ({ reply }) => reply({ questions: [{ type: "A", name: "name.example.org" }] }),
      { reason: "FormErr", detail: "The answer is for a different question." }
    ],
    [
      "sends an empty body",
      ({ response }) => response.writeHead(200, { "content-type": "application/dns-message" }).end(),
      { reason: "FormErr" }
    ],
    [
      "sends a body without end",
      ({ response }) => {
        response.writeHead(200, { "content-type": "application/dns-message" })
        const more = (): void => {
          while (!response.destroyed && response.write(Buffer.alloc(16_384)));
        }
        response.on("drain", more)
        more()
      },
      { reason: "FormErr", detail: "The response is too long." }
    ],
    [
      "cuts the body",
      ({ query, response }) => {
        const message = answerTo(query)
        response.writeHead(200, { "content-type": "application/dns-message", "content-length": message.length })
        response.write(message.subarray(0, 10), () => response.destroy())
      },
      { reason: "Network" }
    ],
    ["marks the answer as cut", ({ reply }) => reply({ flags: 0x0200 }), { reason: "Truncated" }],
    [
      "sends malformed records",
      ({ query, response }) =>
        response.writeHead(200, { "content-type": "application/dns-message" }).end(answerTo(query).subarray(0, -1)),
      { reason: "FormErr", detail: "The answer is malformed." }
    ]
  ])("is not harmed by a server that %s", async (_what, onQuery, expected) => {
    const { client } = await setUp(version, onQuery)
    await expect(client.query(ask.name, ask.type)).rejects.toMatchObject(expected)
  })

  it("is a timeout if the server never answers", async () => {
    const { client } = await setUp(version, () => {}, { timeoutMs: 300 })
    await expect(client.query(ask.name, ask.type)).rejects.toMatchObject({ reason: "Timeout" })
  })

  it("refuses a certificate of another name", async () => {
    const { client } = await setUp(version, ({ reply }) => reply(), {
      url: (usual) => usual.replace("dns.example", "other.example")
    })
    await expect(client.query(ask.name, ask.type)).rejects.toMatchObject({
      reason: "Network",
      detail: "ERR_TLS_CERT_ALTNAME_INVALID"
    })
  })

  it("does not connect to an address that the policy forbids", async () => {
    const { client, server } = await setUp(version, ({ reply }) => reply(), { policy: makeAddressPolicy() })
    await expect(client.query(ask.name, ask.type)).rejects.toMatchObject({ detail: "blocked_address" })
    expect(server.connections()).toBe(0)
  })
})
