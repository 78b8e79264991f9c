import { makeAddressPolicy } from "@mon/public-net"
import { once } from "node:events"
import { createServer } from "node:net"
import { connect, type TLSSocket } from "node:tls"
import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest"
import type { Connection } from "../src/encrypted/Connection.ts"
import { makeHttp1Connection } from "../src/encrypted/http1Connection.ts"
import { makeTlsConnection } from "../src/encrypted/tlsConnection.ts"
import { makeTlsClient, type TlsResolverOptions } from "../src/index.ts"
import {
  answerTo,
  framed,
  NAME,
  resolve,
  startAbandonedQuery,
  startTlsServer,
  theAuthority,
  type TlsQuery
} from "./encryptedServers.ts"

let close: Array<() => Promise<void>>
beforeEach(() => {
  close = []
})
afterEach(async () => {
  for (const end of close) await end()
})

const clientOf = async (servers: ReadonlyArray<string>, options: Partial<TlsResolverOptions> = {}) => {
  const { rootPem } = await theAuthority()
  const client = makeTlsClient({ servers, ca: rootPem, resolve, timeoutMs: 10_000, deadlineMs: 20_000, ...options })
  close.unshift(client.close)
  return client
}

type Started = Parameters<typeof startTlsServer>
const setUp = async (
  onQuery: Started[0],
  { options, server }: { options?: Partial<TlsResolverOptions>; server?: Started[1] } = {}
) => {
  const started = await startTlsServer(onQuery, server)
  close.push(started.close)
  return { ...started, client: await clientOf([`${NAME}:${started.port}`], { tries: 1, ...options }) }
}

const ask = { name: "name.example.com", type: "A" } as const
const found = [{ address: "192.0.2.1", ttl: 60 }]

describe("a client over TLS", () => {
  it("answers over one connection, and names the server and the transport", async () => {
    const { client, port, sockets } = await setUp(({ reply }) => reply())
    const answers = await Promise.all([1, 2, 3].map((at) => client.query(`n${at}.example.com`, "A")))
    await client.query(ask.name, ask.type)
    expect(answers[0]).toMatchObject({
      name: "n1.example.com",
      status: "ok",
      records: found,
      ttl: 60,
      transport: "tls",
      server: `${NAME}:${port}`
    })
    expect(sockets).toHaveLength(1)
  })

  it("does not wait for a slow answer before a fast one", async () => {
    let slow: TlsQuery | undefined
    const { client } = await setUp((arrived) => {
      if (arrived.query.questions?.[0]?.name === "slow.example.com") slow = arrived
      else arrived.reply()
    })
    const first = client.query("slow.example.com", "A")
    expect((await client.query("fast.example.com", "A")).records).toEqual(found)
    slow?.reply()
    expect((await first).records).toEqual(found)
  })

  test.each([
    [true, 128],
    [false, 45]
  ])("with padding %s sends %i octets", async (padding, length) => {
    const lengths: Array<number> = []
    const { client } = await setUp(
      ({ bytes, reply }) => {
        lengths.push(bytes.length)
        reply()
      },
      { options: { padding } }
    )
    await client.query(ask.name, ask.type)
    expect(lengths).toEqual([length])
  })

  it("gives the answers of the DNS and the faults of a server their names", async () => {
    const { client } = await setUp(({ query, reply }) => {
      const name = query.questions?.[0]?.name ?? ""
      reply({ answers: [], flags: name.startsWith("no") ? 3 : name.startsWith("fail") ? 2 : 5 })
    })
    expect((await client.query("no.example.com", "A")).status).toBe("nxdomain")
    await expect(client.query("fail.example.com", "A")).rejects.toMatchObject({ reason: "ServFail" })
    await expect(client.query("refuse.example.com", "A")).rejects.toMatchObject({ reason: "Refused" })
  })

  it("asks again without EDNS if the server does not support it", async () => {
    const asked: Array<number> = []
    const { client } = await setUp(({ query, reply }) => {
      asked.push(query.additionals?.length ?? 0)
      reply(asked.length === 1 ? { answers: [], flags: 1 } : {})
    })
    expect((await client.query(ask.name, ask.type)).records).toEqual(found)
    expect(asked).toEqual([1, 0])
  })

  it("opens another connection after the server closed the first one", async () => {
    const { client, sockets } = await setUp(({ reply }) => reply())
    await client.query(ask.name, ask.type)
    const ended = once(sockets[0]!, "close")
    sockets[0]?.end()
    await ended
    expect((await client.query(ask.name, ask.type)).records).toEqual(found)
    expect(sockets).toHaveLength(2)
  })

  it("sends a query again if the server closes a used connection instead of answering", async () => {
    let queries = 0
    const { client, sockets } = await setUp(({ reply, socket }) => {
      queries += 1
      if (queries === 2) socket.destroy()
      else reply()
    })
    await client.query(ask.name, ask.type)
    expect((await client.query(ask.name, ask.type)).records).toEqual(found)
    expect([queries, sockets.length]).toEqual([3, 2])
  })

  it("asks the next server if one refuses the connection", async () => {
    const closed = createServer()
    closed.listen(0, "127.0.0.1")
    await once(closed, "listening")
    const address = closed.address()
    closed.close()
    const working = await startTlsServer(({ reply }) => reply())
    close.push(working.close)
    const refused = typeof address === "object" && address !== null ? address.port : 0
    const client = await clientOf([`${NAME}:${refused}`, `${NAME}:${working.port}`])
    expect((await client.query(ask.name, ask.type)).server).toBe(`${NAME}:${working.port}`)
  })

  it("rejects with the reason of an aborted signal, and answers the next query", async () => {
    const waiting: Array<TlsQuery> = []
    const { client } = await setUp((arrived) => {
      waiting.push(arrived)
      if (waiting.length > 1) arrived.reply()
      else stop.abort(new Error("enough"))
    })
    const stop = new AbortController()
    await expect(client.query(ask.name, ask.type, stop.signal)).rejects.toThrow("enough")
    expect((await client.query(ask.name, ask.type)).records).toEqual(found)
  })
})

const unused = () => Promise.reject(new Error("There is no second connection."))

describe("a connection that no query uses, because its query was abandoned before it was open,", () => {
  it("does not keep the process alive", async () => {
    const { close: end, port, sockets } = await startTlsServer(() => {})
    close.push(end)
    const child = await startAbandonedQuery("tls", `${NAME}:${port}`)
    close.unshift(async () => void child.kill())
    expect(await once(child, "exit")).toEqual([0, null])
    await vi.waitUntil(() => sockets.length === 1, { timeout: 20_000 })
  })

  const form = { url: new URL(`https://${NAME}/dns-query`), method: "POST", padding: true } as const
  it.each<[string, (socket: TLSSocket) => Connection]>([
    ["TLS", (socket) => makeTlsConnection(socket, true)],
    ["HTTP/1.1", (socket) => makeHttp1Connection(socket, unused, form)]
  ])("is closed over %s after the time for idle connections", async (_what, make) => {
    const { close: end, port } = await startTlsServer(() => {})
    close.push(end)
    const { rootPem: ca } = await theAuthority()
    const socket = connect({ host: "127.0.0.1", port, servername: NAME, ca })
    await once(socket, "secureConnect")
    const connection = make(socket)
    close.unshift(async () => connection.close())
    expect(socket.timeout).toBe(10_000)
    socket.emit("timeout")
    expect(socket.destroyed).toBe(true)
  })
})

describe("the certificate", () => {
  const failure = async (names: ReadonlyArray<string>, server: (port: number) => string, ca?: string) => {
    const started = await startTlsServer(({ reply }) => reply(), { names })
    close.push(started.close)
    const client = await clientOf([server(started.port)], ca === undefined ? {} : { ca })
    return client.query(ask.name, ask.type).then(
      ({ status }) => status,
      ({ detail, reason }: { detail: string; reason: string }) => `${reason} ${detail}`
    )
  }

  test.each<[string, ReadonlyArray<string>, (port: number) => string, string]>([
    ["of the name", [NAME], (port) => `${NAME}:${port}`, "ok"],
    ["of the name behind the address", [NAME], (port) => `127.0.0.1:${port}#${NAME}`, "ok"],
    ["of the address", ["127.0.0.1"], (port) => `127.0.0.1:${port}`, "ok"],
    ["of another name", ["other.example"], (port) => `${NAME}:${port}`, "Network ERR_TLS_CERT_ALTNAME_INVALID"],
    ["of a name instead of the address", [NAME], (port) => `127.0.0.1:${port}`, "Network ERR_TLS_CERT_ALTNAME_INVALID"]
  ])("%s", async (_what, names, server, expected) => {
    expect(await failure(names, server)).toBe(expected)
  })

  it("of an unknown authority is refused, also if the environment says otherwise", async () => {
    const before = process.env["NODE_TLS_REJECT_UNAUTHORIZED"]
    process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0"
    try {
      const { makeAuthority } = await import("@mon/tooling/testbed")
      const { rootPem } = await makeAuthority({ name: "Another" })
      expect(await failure([NAME], (port) => `${NAME}:${port}`, rootPem)).toMatch(/^Network .*(?:CERT|ISSUER)/)
    } finally {
      if (before === undefined) delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"]
      else process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = before
    }
  })
})

describe("a hostile server", () => {
  test.each<[string, (query: TlsQuery) => void, object]>([
    [
      "answers another question",
      ({ reply }) => reply({ questions: [{ type: "A", name: "name.example.org" }] }),
      { reason: "FormErr", detail: "The answer is for a different question." }
    ],
    ["closes the connection", ({ socket }) => socket.destroy(), { reason: "Network" }],
    [
      "cuts the answer",
      ({ query, socket }) => socket.end(framed(answerTo(query)).subarray(0, 20)),
      { reason: "Network" }
    ],
    ["marks the answer as cut", ({ reply }) => reply({ flags: 0x0200 }), { reason: "Truncated" }],
    [
      "sends malformed records",
      ({ query, socket }) => void socket.write(framed(answerTo(query).subarray(0, -1))),
      { reason: "FormErr", detail: "The answer is malformed." }
    ],
    [
      "sends messages without end that nobody asked for",
      ({ socket }) => void socket.write(Buffer.alloc(2_000)),
      { reason: "Network" }
    ]
  ])("that %s does no harm", async (_what, onQuery, expected) => {
    const { client } = await setUp(onQuery)
    await expect(client.query(ask.name, ask.type)).rejects.toMatchObject(expected)
  })

  it("that sends one octet at a time is read", async () => {
    const { client } = await setUp(async ({ query, socket }) => {
      for (const octet of framed(answerTo(query))) await new Promise((done) => socket.write(Buffer.of(octet), done))
    })
    expect((await client.query(ask.name, ask.type)).records).toEqual(found)
  })

  it("that answers with another id is ignored until the answer comes", async () => {
    const { client } = await setUp(({ query, reply, socket }) => {
      socket.write(framed(answerTo({ ...query, id: (query.id ?? 0) ^ 1 })))
      reply()
    })
    expect((await client.query(ask.name, ask.type)).records).toEqual(found)
  })

  it("that never answers is a timeout, and its connection is given up", async () => {
    const { client, sockets } = await setUp(() => {}, { options: { timeoutMs: 300 } })
    const ended = client.query(ask.name, ask.type)
    await expect(ended).rejects.toMatchObject({ reason: "Timeout" })
    if (sockets[0]?.destroyed === false) await once(sockets[0], "close")
    expect(sockets).toHaveLength(1)
  })

  it("that accepts and never begins TLS is a timeout", async () => {
    const silent = createServer()
    silent.listen(0, "127.0.0.1")
    await once(silent, "listening")
    close.push(async () => void silent.close())
    const address = silent.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    silent.on("connection", (socket) => {
      socket.on("error", () => {})
      close.unshift(async () => void socket.destroy())
    })
    const client = await clientOf([`${NAME}:${port}`], { timeoutMs: 300, tries: 1 })
    await expect(client.query(ask.name, ask.type)).rejects.toMatchObject({ reason: "Timeout" })
  })

  it("is not connected to if the policy forbids its address", async () => {
    let connections = 0
    const { client } = await setUp(({ reply }) => reply(), {
      options: { policy: makeAddressPolicy() },
      server: { onConnection: () => (connections += 1) }
    })
    await expect(client.query(ask.name, ask.type)).rejects.toMatchObject({
      reason: "Network",
      detail: "blocked_address"
    })
    expect(connections).toBe(0)
  })
})

test("a closed client fails", async () => {
  const { client } = await setUp(({ reply }) => reply())
  await client.query(ask.name, ask.type)
  await client.close()
  await expect(client.query(ask.name, ask.type)).rejects.toMatchObject({
    reason: expect.stringMatching(/Network|Timeout/)
  })
})
