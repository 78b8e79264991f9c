import type { Socket } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makeServiceLab, secureServerSide, type ServiceLab } from "../serviceLab.ts"

let lab: ServiceLab
beforeAll(async () => {
  lab = await makeServiceLab()
})
afterAll(() => lab.close())

/** Answers each chunk of a client with the next text, and remembers what the client sent. */
const answering =
  (answers: ReadonlyArray<string>, seen: Array<string>) =>
  (socket: Socket): void => {
    let index = 0
    socket.on("data", (bytes: Buffer) => {
      seen.push(bytes.toString("latin1"))
      const answer = answers[index++]
      if (answer !== undefined) socket.write(answer, "latin1")
    })
  }

const AUTHENTICATED = "R\0\0\0\x08\0\0\0\0S\0\0\0\x18server_version\x0015.8\0Z\0\0\0\x05I"
const ASKS_PASSWORD = "R\0\0\0\x08\0\0\0\x03"
const login = { username: "mon", password: "never-in-a-result" }

describe("a check of a protocol", () => {
  it("measures the phases, and returns what it found out", async () => {
    const seen: Array<string> = []
    const target = await lab.listen("cache.example.com", answering(["+PONG\r\n"], seen))
    const found = await lab.probe.protocol({ type: "redis", target, expect: [{ responseTimeMs: 5_000 }] })
    expect(found).toMatchObject({
      url: `redis://${target}`,
      outcome: "ok",
      verdict: "up",
      message: null,
      heardFromServer: true,
      address: "127.0.0.1",
      bytesReceived: 7,
      found: { needsLogin: false },
      expectations: [{ holds: true }]
    })
    for (const phase of ["connectUs", "waitUs", "downloadUs"] as const) expect(found.timings[phase]).toBeGreaterThan(0)
    expect(seen).toEqual(["*1\r\n$4\r\nPING\r\n"])
  })

  it("says goodbye, and waits until the server has closed the connection", async () => {
    const seen: Array<string> = []
    let ended = ""
    const target = await lab.listen("db.example.com", (socket) => {
      answering([AUTHENTICATED], seen)(socket)
      socket.on("end", () => {
        ended = "in order"
      })
      socket.on("error", () => {
        ended = "with a reset"
      })
    })
    const found = await lab.probe.protocol({ type: "postgres", target, tls: "never", login })
    expect(found).toMatchObject({ outcome: "ok", found: { serverVersion: "15.8" } })
    expect(seen.join("")).toContain("X\0\0\0\x04")
    expect(ended).toBe("in order")
  })

  it("does not wait long for a server that keeps the connection open", async () => {
    const target = await lab.listen("stays.example.com", (socket) => {
      Object.assign(socket, { allowHalfOpen: true })
      answering(["+PONG\r\n"], [])(socket)
    })
    const found = await lab.probe.protocol({ type: "redis", target, timeoutMs: 5_000 })
    expect(found).toMatchObject({ outcome: "ok" })
    expect(found.totalUs).toBeLessThan(400_000)
  })

  it.each([
    ["closes the connection at once", (socket: Socket) => socket.end(), "closed_unanswered"],
    ["closes the connection within its answer", (socket: Socket) => socket.end("+PO"), "protocol_error"],
    ["is silent", () => {}, "header_timeout"]
  ] as const)("a server that %s is down", async (_name, behave, outcome) => {
    const target = await lab.listen("broken.example.com", behave)
    expect(await lab.probe.protocol({ type: "redis", target, timeoutMs: 500 })).toMatchObject({
      outcome,
      verdict: "down",
      totalUs: null,
      found: {}
    })
  })

  it("begins with TLS if the request says so", async () => {
    const tls = await lab.authority.issue({ names: ["secure.example.com"] })
    const target = await lab.listen("secure.example.com", answering(["+OK\r\n", "+PONG\r\n"], []), tls)
    const found = await lab.probe.protocol({ type: "redis", target, tls: "fromStart", login })
    expect(found).toMatchObject({ outcome: "ok", certificate: { valid: true }, found: { needsLogin: true } })
    expect(found.timings.tlsUs).toBeGreaterThan(0)
  })

  it("starts TLS within the protocol", async () => {
    const tls = await lab.authority.issue({ names: ["offers.example.com"] })
    const seen: Array<string> = []
    const target = await lab.listen("offers.example.com", (socket) => {
      socket.once("data", () => {
        socket.write("S")
        answering([ASKS_PASSWORD, AUTHENTICATED], seen)(secureServerSide(socket, tls))
      })
    })
    const found = await lab.probe.protocol({ type: "postgres", target, login })
    expect(found).toMatchObject({
      outcome: "ok",
      certificate: { valid: true },
      found: { encrypted: true, authentication: "password" }
    })
    expect(seen[1]).toContain(login.password)
  })

  it("shows no password that a server repeats, even if the server cuts it off", async () => {
    const token = `${"long-token-".repeat(20)}end`
    const refusal = `-ERR unknown command 'AUTH', with args beginning with: '${token.slice(0, 128)}'\r\n`
    const target = await lab.listen("repeats.example.com", answering([refusal], []))
    const found = await lab.probe.protocol({
      type: "redis",
      target,
      tls: "never",
      login: { username: "", password: token }
    })
    expect(found.message).toBe(
      "The server refuses the login: ERR unknown command 'AUTH', with args beginning with: '[hidden]'"
    )
  })

  it("sends no password to a server whose certificate is not valid", async () => {
    const tls = await lab.authority.issue({ names: ["other.example.com"] })
    const seen: Array<string> = []
    const target = await lab.listen("impostor.example.com", answering([], seen), tls)
    const found = await lab.probe.protocol({ type: "redis", target, tls: "fromStart", login })
    expect(found).toMatchObject({
      outcome: "login_refused",
      message: "The certificate is not valid (wrong_host), so the check did not send the password."
    })
    expect(seen.join("")).not.toContain(login.password)
  })

  it("sends no password over a connection without TLS, unless tls is never", async () => {
    const seen: Array<string> = []
    const plain = () => answering(["N", ASKS_PASSWORD, AUTHENTICATED], seen)
    const target = await lab.listen("plain.example.com", (socket) => plain()(socket))
    const found = await lab.probe.protocol({ type: "postgres", target, login })
    expect(found).toMatchObject({ outcome: "login_refused", found: { encrypted: false } })
    expect(found.message).toBe(
      'The connection is not encrypted, so the check did not send the password. To send it, set tls to "never".'
    )
    expect(seen.join("")).not.toContain(login.password)
    expect(JSON.stringify(found)).not.toContain(login.password)
  })

  it("opens no connection to an address that the policy forbids", async () => {
    const found = await lab.probeWith([]).protocol({ type: "redis", target: "127.0.0.1:6379" })
    expect(found).toMatchObject({ outcome: "blocked_address", found: {} })
  })

  it.each([
    [{ type: "redis", target: "x:1", tls: "required" }, 'request.tls must be one of "never", "fromStart"'],
    [{ type: "constructor", target: "x" }, "request.type must be one of amqp, ftp, grpc,"],
    [{ type: "redis", target: "x", login: { username: "a" } }, "request.login.password is missing"],
    [{ type: "redis", target: "x", query: "PING" }, 'request has no option "query"'],
    [{ type: "postgres", target: "x", login: { username: "a\0", password: "b" } }, "request.login.username must be"]
  ])("refuses the request %j", async (request, message) => {
    await expect(lab.probe.protocol(request as never)).rejects.toThrow(message)
  })
})
