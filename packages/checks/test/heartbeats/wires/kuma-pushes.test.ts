import { describe, expect, it } from "vitest"
import { pingServer, read, readAnswer, readCall } from "./PingServer.ts"

const TOKEN = "hX3p0Qm1aZ"
const PUSH = `/api/push/${TOKEN}`

describe("a push of a client of Uptime Kuma", () => {
  it("as in its examples is recorded", () => {
    const server = pingServer([TOKEN])
    const answer = server.send("GET", `${PUSH}?status=up&msg=OK&ping=`)
    expect(answer).toMatchObject({
      status: 200,
      body: '{"ok":true}',
      contentType: "application/json; charset=utf-8"
    })
    expect(server.heartbeat(TOKEN)).toMatchObject({ pings: [{ kind: "success" }], texts: ["OK"] })
  })

  it.each(["GET", "POST", "PUT", "DELETE", "HEAD"])("can have the method %s", (method) => {
    expect(readCall(method, PUSH).target).toEqual({ _tag: "Token", token: TOKEN })
  })

  it("can have tokens of all versions, and a slash at the end", () => {
    expect(readCall("GET", `/api/push/${"aB3".repeat(10)}zZ`).target).toMatchObject({ token: `${"aB3".repeat(10)}zZ` })
    expect(readCall("GET", `${PUSH}/`).target).toEqual({ _tag: "Token", token: TOKEN })
  })

  it.each([
    { query: "", kind: "success" },
    { query: "?status=", kind: "success" },
    { query: "?status=up", kind: "success" },
    { query: "?status=UP", kind: "fail" },
    { query: "?status=down", kind: "fail" },
    { query: "?status=constructor", kind: "fail" }
  ])("with the query $query is a $kind", ({ kind, query }) => {
    expect(readCall("GET", `${PUSH}${query}`).ping).toEqual({ kind, run: null, exitCode: null })
  })

  it.each([
    { ping: "", statedMs: null },
    { ping: "0", statedMs: null },
    { ping: "abc", statedMs: null },
    { ping: "12", statedMs: 12 },
    { ping: "12.6ms", statedMs: 13 },
    { ping: "100000000000", statedMs: 100_000_000_000 }
  ])("with the ping $ping states $statedMs ms", ({ ping, statedMs }) => {
    expect(readCall("GET", `${PUSH}?ping=${ping}`).statedMs).toBe(statedMs)
  })

  it.each(["-1", "100000000001", "Infinity"])("with the ping %s is refused", (ping) => {
    expect(readAnswer("GET", `${PUSH}?ping=${ping}`)).toMatchObject({
      status: 404,
      body: '{"ok":false,"msg":"Invalid ping value. Must be between 0 and 100000000000 ms."}'
    })
  })

  it("has the body as its text if it has no message", () => {
    expect(readCall("POST", PUSH).text).toBeNull()
    expect(readCall("POST", `${PUSH}?msg=`).text).toBeNull()
    expect(readCall("POST", `${PUSH}?msg=disk+full%21`).text).toBe("disk full!")
  })

  it("with an unknown or impossible token is not found", () => {
    const notFound = { status: 404, body: '{"ok":false,"msg":"Monitor not found or not active."}' }
    expect(pingServer([]).send("GET", PUSH)).toMatchObject(notFound)
    expect(readAnswer("GET", "/api/push/a%20b")).toMatchObject(notFound)
    expect(readAnswer("GET", `/api/push/${"a".repeat(129)}`)).toMatchObject(notFound)
  })

  it("has another path than these", () => {
    for (const path of ["/api/push", "/api/push/", `${PUSH}/more`, `${PUSH}//`]) expect(read("GET", path)).toBeNull()
  })

  it("that is not recorded can be sent again", () => {
    const { answer } = readCall("GET", PUSH)
    expect([answer("tooMany").status, answer("unavailable").status]).toEqual([429, 503])
    expect(JSON.parse(answer("unavailable").body)).toMatchObject({ ok: false })
  })
})
