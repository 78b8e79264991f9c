import { describe, expect, it } from "vitest"
import { SECOND } from "../job.ts"
import { pingServer, read, readAnswer, readCall } from "./PingServer.ts"

// The tests of Healthchecks (hc/api/tests/test_ping.py), without those of its forwarded addresses, filters and storage.

const TOKEN = "07c2f548-9850-4b27-af5d-6c9dc157ec02"
const URL_OF_CHECK = `/ping/${TOKEN}`
const RUN = "04603d8b-edf4-4e85-8f61-24bedbcaab59"
const OTHER_RUN = "684e2e73-017e-465f-8149-d70b7c5aaa49"

const success = { kind: "success", run: null, exitCode: null }

describe("a ping of a client of Healthchecks", () => {
  it("is recorded", () => {
    const server = pingServer([TOKEN])
    expect(server.send("GET", URL_OF_CHECK)).toMatchObject({ status: 200, body: "OK" })
    expect(server.heartbeat(TOKEN).pings).toMatchObject([success])
  })

  it("has the response headers that clients read", () => {
    expect(readCall("GET", URL_OF_CHECK).answer("recorded").headers).toEqual({
      "Access-Control-Allow-Origin": "*",
      "Cache-Control": "max-age=0, no-cache, no-store, must-revalidate, private",
      "Ping-Body-Limit": "100000"
    })
  })

  it.each(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])("can have the method %s", (method) => {
    expect(readCall(method, URL_OF_CHECK).ping).toEqual(success)
  })

  it("has a text in its body", () => {
    const server = pingServer([TOKEN])
    expect(server.send("POST", URL_OF_CHECK, { body: "hello world" })?.status).toBe(200)
    expect(server.heartbeat(TOKEN).texts).toEqual(["hello world"])
  })

  it("can have a slash at the end of its path", () => {
    expect(readCall("GET", `${URL_OF_CHECK}/`).target).toEqual({ _tag: "Token", token: TOKEN })
  })

  it.each([`/hc/ping/${TOKEN}`, `/hc/${TOKEN}`, `/ping/${TOKEN}`])("can have the path %s", (path) => {
    for (const [suffix, kind] of [
      ["", "success"],
      ["/", "success"],
      ["/start", "start"],
      ["/fail", "fail"],
      ["/log", "log"],
      ["/0", "success"],
      ["/7", "fail"]
    ]) {
      const { ping, target } = readCall("POST", `${path}${suffix}`)
      expect(target).toEqual({ _tag: "Token", token: TOKEN })
      expect(ping.kind).toBe(kind)
    }
  })

  it.each(["kuma10char", "ZBAyfAJkqGzM9KXNsSfXhYYc", "a".repeat(128)])(
    "can have the token %s of another service",
    (token) => {
      for (const path of [`/ping/${token}`, `/hc/${token}/start`, `/hc/ping/${token}/7?rid=${RUN}`])
        expect(readCall("GET", path).target).toEqual({ _tag: "Token", token })
      expect(readCall("GET", `/ping/${token}/nightly`).target).toMatchObject({ _tag: "Slug", key: token })
    }
  )

  it.each([
    { is: "unknown", url: URL_OF_CHECK },
    { is: "no UUID", url: "/ping/not-uuid/" },
    { is: "a UUID without hyphens", url: "/ping/07c2f54898504b27af5d6c9dc157ec02/" },
    { is: "a UUID without hyphens below /hc", url: "/hc/07c2f54898504b27af5d6c9dc157ec02" },
    { is: "a UUID in braces", url: `/ping/{${TOKEN}}` },
    { is: "an encoded UUID in braces", url: `/ping/%7B${TOKEN}%7D` },
    { is: "a UUID in upper case", url: `/ping/${TOKEN.toUpperCase()}` },
    { is: "a UUID in upper case with a signal", url: `/ping/${TOKEN.toUpperCase()}/start` },
    { is: "followed by more than a signal", url: `${URL_OF_CHECK}/start/` },
    { is: "followed by an unknown signal", url: `${URL_OF_CHECK}/stop` },
    { is: "followed by a negative exit code", url: `${URL_OF_CHECK}/-1` }
  ])("is not found if its token is $is", ({ url }) => {
    expect(pingServer([]).send("GET", url)).toMatchObject({ status: 404, body: "not found" })
  })

  it("of another path is none", () => {
    for (const path of [
      "/",
      "/ping",
      "/ping/",
      "/hc",
      "/hc/",
      "/hc/api/v3/checks/",
      `/pings/${TOKEN}`,
      "/api/v1/status"
    ])
      expect(read("GET", path)).toBeNull()
  })

  it("can be a failure", () => {
    const server = pingServer([TOKEN])
    expect(server.send("GET", `${URL_OF_CHECK}/fail`)?.status).toBe(200)
    expect(server.heartbeat(TOKEN).memory.fault).toMatchObject({ kind: "failed", exitCode: null })
  })

  it("can be a start", () => {
    const server = pingServer([TOKEN])
    expect(server.send("GET", `${URL_OF_CHECK}/start`)?.status).toBe(200)
    expect(server.heartbeat(TOKEN).memory).toMatchObject({ lastEnd: null, open: [{ run: null }] })
  })

  it("can be one that only logs", () => {
    const server = pingServer([TOKEN])
    expect(server.send("POST", `${URL_OF_CHECK}/log`, { body: "hello" })?.status).toBe(200)
    expect(server.heartbeat(TOKEN)).toMatchObject({ memory: { lastBegin: null, open: [] }, texts: ["hello"] })
  })

  it("that succeeds ends the run", () => {
    const server = pingServer([TOKEN])
    server.send("GET", `${URL_OF_CHECK}/start`)
    expect(server.send("GET", URL_OF_CHECK)?.status).toBe(200)
    expect(server.heartbeat(TOKEN)).toMatchObject({ memory: { open: [] }, runtimeMs: 10 * SECOND })
  })

  it("can have the exit code 0", () => {
    expect(readCall("GET", `${URL_OF_CHECK}/0`).ping).toEqual({ kind: "success", run: null, exitCode: 0 })
    expect(readCall("GET", `${URL_OF_CHECK}/000`).ping).toEqual({ kind: "success", run: null, exitCode: 0 })
  })

  it.each([1, 123, 255])("can have the exit code %d, which is a failure", (exitCode) => {
    expect(readCall("GET", `${URL_OF_CHECK}/${exitCode}`).ping).toEqual({ kind: "fail", run: null, exitCode })
  })

  it.each(["256", "1000", "9".repeat(400)])("cannot have the exit code %s", (code) => {
    expect(readAnswer("GET", `${URL_OF_CHECK}/${code}`)).toMatchObject({ status: 400, body: "invalid url format" })
  })
})

describe("the id of a run of a client of Healthchecks", () => {
  it("is recorded, in lower case", () => {
    expect(readCall("GET", `${URL_OF_CHECK}/start?rid=${RUN}`).ping.run).toBe(RUN)
    expect(readCall("GET", `${URL_OF_CHECK}/start?rid=${RUN.toUpperCase()}`).ping.run).toBe(RUN)
  })

  it("is the last one, as in Django", () => {
    expect(readCall("GET", `${URL_OF_CHECK}?rid=12345&rid=${RUN}`).ping.run).toBe(RUN)
  })

  it.each(["12345", `${OTHER_RUN}0`, "", `{${RUN}}`, RUN.replaceAll("-", ""), `${RUN}%0A`])("is not %j", (run) => {
    const answer = readAnswer("GET", `${URL_OF_CHECK}/start?rid=${run}`)
    expect(answer).toMatchObject({ status: 400, body: "invalid uuid format" })
  })

  const started = () => {
    const server = pingServer([TOKEN])
    server.send("GET", `${URL_OF_CHECK}/start?rid=${RUN}`)
    return server
  }

  it("of another run does not end the run", () => {
    const server = started()
    server.send("GET", `${URL_OF_CHECK}?rid=${OTHER_RUN}`)
    expect(server.heartbeat(TOKEN)).toMatchObject({ memory: { open: [{ run: RUN }] }, runtimeMs: null })
  })

  it("ends the run that has the same one", () => {
    const server = started()
    server.send("GET", `${URL_OF_CHECK}?rid=${RUN.toUpperCase()}`)
    expect(server.heartbeat(TOKEN)).toMatchObject({ memory: { open: [] }, runtimeMs: 10 * SECOND })
  })

  it("may be absent at the end of the run", () => {
    const server = started()
    server.send("GET", URL_OF_CHECK)
    expect(server.heartbeat(TOKEN)).toMatchObject({ memory: { open: [] }, runtimeMs: null })
  })

  it("of another run that fails ends the run", () => {
    const server = started()
    server.send("GET", `${URL_OF_CHECK}/fail?rid=${OTHER_RUN}`)
    expect(server.heartbeat(TOKEN)).toMatchObject({ memory: { open: [] }, runtimeMs: null })
  })
})

describe("a ping of a client of Healthchecks that is not recorded", () => {
  const { answer } = readCall("POST", URL_OF_CHECK)

  it("has a status after which runitor and curl try again", () => {
    expect([answer("tooMany").status, answer("unavailable").status]).toEqual([429, 503])
  })

  it("has no limit for bodies in its response", () => {
    for (const outcome of ["unknown", "ambiguous", "tooMany", "unavailable"] as const)
      expect(answer(outcome).headers).not.toHaveProperty("Ping-Body-Limit")
  })
})
