import { describe, expect, it } from "vitest"
import { pingServer, read, readAnswer, readCall } from "./PingServer.ts"

describe("a ping of a client of Better Stack", () => {
  const TOKEN = "Zv8xqg2MnpKkGJ3eZQ1yqkYb"
  const HEARTBEAT = `/api/v1/heartbeat/${TOKEN}`

  it.each([
    { suffix: "", ping: { kind: "success", exitCode: null } },
    { suffix: "/", ping: { kind: "success", exitCode: null } },
    { suffix: "/fail", ping: { kind: "fail", exitCode: null } },
    { suffix: "/0", ping: { kind: "success", exitCode: 0 } },
    { suffix: "/2", ping: { kind: "fail", exitCode: 2 } },
    { suffix: "/3221225477", ping: { kind: "fail", exitCode: null } },
    { suffix: "/-1", ping: { kind: "fail", exitCode: null } }
  ])("can end with $suffix", ({ ping, suffix }) => {
    for (const method of ["GET", "HEAD", "POST"]) {
      const call = readCall(method, `${HEARTBEAT}${suffix}`)
      expect(call.target).toEqual({ _tag: "Token", token: TOKEN })
      expect(call.ping).toEqual({ ...ping, run: null })
    }
  })

  it("is not found if its token or its end is wrong", () => {
    expect(pingServer([]).send("GET", HEARTBEAT)).toMatchObject({ status: 404, body: "not found" })
    expect(readAnswer("GET", `${HEARTBEAT}/start`).status).toBe(404)
    expect(readAnswer("GET", "/api/v1/heartbeat/a.b").status).toBe(404)
    expect(readAnswer("DELETE", HEARTBEAT)).toMatchObject({ status: 405, headers: { Allow: "GET, HEAD, POST" } })
    for (const path of ["/api/v1/heartbeat", "/api/v1/heartbeats/1", `${HEARTBEAT}/1/2`])
      expect(read("GET", path)).toBeNull()
  })
})

describe("an event of a client of Cronitor", () => {
  const MONITOR = "/p/0123abcd/nightly-job"
  const target = { _tag: "Slug", key: "0123abcd", slug: "nightly-job", creates: true }

  it.each([
    { url: MONITOR, kind: "success" },
    { url: `${MONITOR}?state=run`, kind: "start" },
    { url: `${MONITOR}?state=complete`, kind: "success" },
    { url: `${MONITOR}?state=ok`, kind: "success" },
    { url: `${MONITOR}?state=fail`, kind: "fail" },
    { url: `${MONITOR}/run`, kind: "start" },
    { url: `${MONITOR}/fail/?host=a`, kind: "fail" }
  ])("at $url is a $kind", ({ kind, url }) => {
    expect(readCall("GET", url)).toMatchObject({ target, ping: { kind, run: null, exitCode: null } })
  })

  it("at an old URL, as borgmatic sends it, names a code", () => {
    for (const url of ["/p/d3x0c1/fail", "/p/d3x0c1?state=fail", "/p/d3x0c1/?state=fail"])
      expect(readCall("GET", url)).toMatchObject({ target: { _tag: "Token", token: "d3x0c1" }, ping: { kind: "fail" } })
    expect(readCall("GET", "/p/0123abcd/run?state=complete").target).toMatchObject({ _tag: "Slug", slug: "run" })
  })

  it("has its details in the query", () => {
    const query = "state=fail&series=run+1&status_code=3&message=disk+full&metric=count:4&metric=duration:45.2&env=prod"
    expect(readCall("POST", `${MONITOR}?${query}`)).toMatchObject({
      ping: { kind: "fail", run: "run 1", exitCode: 3 },
      text: "disk full",
      statedMs: 45_200
    })
    expect(readCall("GET", `${MONITOR}?state=complete&duration=1.5`).statedMs).toBe(1_500)
    expect(readCall("GET", `${MONITOR}?state=run&duration=1.5&status_code=2`)).toMatchObject({
      ping: { kind: "start", exitCode: null },
      statedMs: null
    })
  })

  it.each([
    { query: "state=complete&status_code=0", ping: { kind: "success", exitCode: 0 } },
    { query: "state=complete&status_code=2", ping: { kind: "fail", exitCode: 2 } },
    { query: "state=complete&status_code=-1", ping: { kind: "fail", exitCode: null } },
    { query: "state=complete&status_code=none", ping: { kind: "success", exitCode: null } },
    { query: "state=fail&status_code=0", ping: { kind: "fail", exitCode: 0 } },
    { query: "state=ok&series=a%00b", ping: { kind: "success", run: null } },
    { query: `state=ok&series=${"s".repeat(129)}`, ping: { kind: "success", run: null } }
  ])("with $query is recorded", ({ ping, query }) => {
    expect(readCall("GET", `${MONITOR}?${query}`).ping).toMatchObject(ping)
  })

  it.each(["", "abc", "-1", "1e99", "+"])("with the duration %j states none", (duration) => {
    expect(readCall("GET", `${MONITOR}?duration=${duration}`).statedMs).toBeNull()
  })

  it("creates its monitor", () => {
    const server = pingServer(["0123abcd/other"])
    expect(server.send("GET", "/p/0123abcd/Nightly.Job?state=run")).toMatchObject({ status: 200, body: "OK" })
    expect(server.names()).toEqual(["0123abcd/other", "0123abcd/nightly-job"])
  })

  it("with an unknown state or a bad name is refused", () => {
    expect(readAnswer("GET", `${MONITOR}?state=constructor`).status).toBe(400)
    expect(readAnswer("GET", `${MONITOR}/stop`).status).toBe(400)
    expect(readAnswer("GET", "/p/0123abcd/a%2Fb").status).toBe(404)
    expect(readAnswer("GET", `/p/0123abcd/${"a".repeat(101)}`).status).toBe(404)
    expect(readAnswer("GET", `${MONITOR}/run/more`).status).toBe(404)
    expect(readAnswer("PUT", MONITOR).status).toBe(405)
    for (const path of ["/p", "/p/"]) expect(read("GET", path)).toBeNull()
  })
})

describe("a check-in of a client of Sentry", () => {
  const CHECK_IN = "/api/42/cron/my-monitor/0123456789abcdef0123456789abcdef/"
  const ID = "a460c25ff2554577b920fcfacae4e5eb"

  it.each([
    { status: "in_progress", kind: "start" },
    { status: "ok", kind: "success" },
    { status: "error", kind: "fail" }
  ])("with the status $status is a $kind", ({ kind, status }) => {
    for (const url of [CHECK_IN, CHECK_IN.slice(0, -1)]) {
      const call = readCall("POST", `${url}?status=${status}`)
      expect(call.target).toEqual({
        _tag: "Slug",
        key: "0123456789abcdef0123456789abcdef",
        slug: "my-monitor",
        creates: false
      })
      expect(call.ping).toEqual({ kind, run: null, exitCode: null })
      expect(call.answer("recorded")).toMatchObject({ status: 202, body: "" })
    }
  })

  it.each([
    { id: ID, run: ID },
    { id: "A460C25F-F255-4577-B920-FCFACAE4E5EB", run: ID },
    { id: `urn:uuid:${ID}`, run: ID },
    { id: "0".repeat(32), run: null },
    { id: "00000000-0000-0000-0000-000000000000", run: null }
  ])("with the id $id has the run $run", ({ id, run }) => {
    expect(readCall("GET", `${CHECK_IN}?status=ok&check_in_id=${id}`).ping.run).toBe(run)
  })

  it("can state its duration in seconds", () => {
    expect(readCall("GET", `${CHECK_IN}?status=ok&duration=21.5`).statedMs).toBe(21_500)
    expect(readCall("GET", `${CHECK_IN}?status=in_progress&duration=21.5`).statedMs).toBeNull()
  })

  it.each(["", "?status=", "?status=missed", "?status=constructor", "?check_in_id=1"])(
    "with %j is refused",
    (query) => {
      const answer = readAnswer("POST", `${CHECK_IN}${query}`, { "content-type": "application/json" })
      expect(answer.status).toBe(400)
      expect(JSON.parse(answer.body)).toEqual({ detail: expect.stringContaining("?status=ok") })
    }
  )

  it("with a bad id, slug or key is refused", () => {
    expect(readAnswer("GET", `${CHECK_IN}?status=ok&check_in_id=1`).status).toBe(400)
    expect(readAnswer("GET", `/api/42/cron/a%2Fb/key/?status=ok`).status).toBe(404)
    expect(readAnswer("GET", `/api/42/cron/slug/${"k".repeat(129)}/?status=ok`).status).toBe(404)
    expect(readAnswer("PUT", `${CHECK_IN}?status=ok`).status).toBe(405)
    expect(pingServer([]).send("GET", `${CHECK_IN}?status=ok`)?.status).toBe(404)
    for (const path of ["/api/v1/cron/slug/key/", "/api/42/cron/slug/", "/api/42/cron/slug/key/more"])
      expect(read("GET", path)).toBeNull()
  })
})

const basic = (credentials: string) => ({ authorization: `Basic ${Buffer.from(credentials).toString("base64")}` })

describe("a ping of a client of Opsgenie", () => {
  const KEY = "eb243592-faa2-4ba2-a551-1afdf565c889"
  const HEARTBEAT = "/v2/heartbeats/My%20Heartbeat/ping"

  it.each([
    { by: "its key", url: HEARTBEAT, headers: { authorization: `GenieKey ${KEY}` } },
    { by: "the query", url: `${HEARTBEAT}?apiKey=${KEY}`, headers: {} },
    { by: "a password, as Alertmanager sends it", url: HEARTBEAT, headers: basic(`:${KEY}`) },
    { by: "a user name", url: HEARTBEAT, headers: basic(`${KEY}:`) },
    { by: "encoded credentials", url: HEARTBEAT, headers: basic(KEY) }
  ])("can be authenticated by $by", ({ headers, url }) => {
    for (const method of ["GET", "POST", "PUT", "PATCH"]) {
      const call = readCall(method, url, headers)
      expect(call.target).toEqual({ _tag: "Slug", key: KEY, slug: "my-heartbeat", creates: false })
      expect(call.ping).toEqual({ kind: "success", run: null, exitCode: null })
    }
  })

  it("has the response of Opsgenie", () => {
    const { answer } = readCall("GET", `${HEARTBEAT}?apiKey=${KEY}`)
    expect(answer("recorded")).toMatchObject({ status: 202, contentType: "application/json; charset=utf-8" })
    expect(JSON.parse(answer("recorded").body)).toMatchObject({ result: "PONG - Heartbeat received", took: 0 })
    expect(answer("unknown").status).toBe(404)
  })

  it.each([
    {},
    { authorization: "GenieKey" },
    { authorization: "GenieKey a b" },
    { authorization: "Basic !" },
    { authorization: `GenieKey ${"k".repeat(129)}` }
  ])("is not authenticated by %j", (headers) => {
    expect(readAnswer("GET", HEARTBEAT, headers).status).toBe(401)
  })

  it("with another name, method or path is refused", () => {
    expect(readAnswer("GET", `/v2/heartbeats/a%2Fb/ping?apiKey=${KEY}`).status).toBe(404)
    expect(readAnswer("DELETE", `${HEARTBEAT}?apiKey=${KEY}`).status).toBe(405)
    for (const path of ["/v2/heartbeats//ping", "/v2/heartbeats/a", "/v2/heartbeats/a/ping/more", "/v2/alerts"])
      expect(read("GET", path)).toBeNull()
  })
})

describe("a ping of a client of Cronhub", () => {
  const TOKEN = "1f5e3410-254c-11e8-b61d-55875966d031"

  it.each([
    { path: `/start/${TOKEN}`, kind: "start" },
    { path: `/finish/${TOKEN}`, kind: "success" },
    { path: `/fail/${TOKEN}`, kind: "fail" },
    { path: `/ping/${TOKEN}`, kind: "success" }
  ])("at $path is a $kind", ({ kind, path }) => {
    expect(readCall("GET", path)).toMatchObject({
      target: { _tag: "Token", token: TOKEN },
      ping: { kind, run: null, exitCode: null }
    })
  })

  it("is none without a token", () => {
    for (const path of ["/start", "/start/", "/finish/a.b", `/fail/${TOKEN}/1`]) expect(read("GET", path)).toBeNull()
  })
})
