import { describe, expect, it } from "vitest"
import { pingServer, readAnswer, readCall } from "./PingServer.ts"

// The tests of Healthchecks (hc/api/tests/test_ping_by_slug.py).

const KEY = "fqOOd6-F4MMNuCEnzTU01w"
const URL_OF_CHECK = `/ping/${KEY}/foo`

describe("a ping of a client of Healthchecks that names a slug", () => {
  it("is recorded", () => {
    const server = pingServer([`${KEY}/foo`])
    const answer = server.send("GET", URL_OF_CHECK)
    expect(answer).toMatchObject({ status: 200, body: "OK", headers: { "Access-Control-Allow-Origin": "*" } })
    expect(answer?.headers["Cache-Control"]).toContain("no-cache")
    expect(server.heartbeat(`${KEY}/foo`).pings).toMatchObject([{ kind: "success", exitCode: null }])
  })

  it("can be a POST with a body, or HEAD", () => {
    const server = pingServer([`${KEY}/foo`])
    expect(server.send("POST", URL_OF_CHECK, { body: "hello world" })?.status).toBe(200)
    expect(server.send("HEAD", URL_OF_CHECK)?.status).toBe(200)
    expect(server.heartbeat(`${KEY}/foo`).texts).toEqual(["hello world", ""])
  })

  it.each([
    { suffix: "/fail", ping: { kind: "fail", exitCode: null } },
    { suffix: "/start", ping: { kind: "start", exitCode: null } },
    { suffix: "/log", ping: { kind: "log", exitCode: null } },
    { suffix: "/0", ping: { kind: "success", exitCode: 0 } },
    { suffix: "/123", ping: { kind: "fail", exitCode: 123 } },
    { suffix: "/", ping: { kind: "success", exitCode: null } }
  ])("can end with $suffix", ({ ping, suffix }) => {
    for (const path of [URL_OF_CHECK, `/hc${URL_OF_CHECK}`, `/hc/${KEY}/foo`]) {
      const call = readCall("GET", `${path}${suffix}`)
      expect(call.target).toEqual({ _tag: "Slug", key: KEY, slug: "foo", creates: false })
      expect(call.ping).toEqual({ ...ping, run: null })
    }
  })

  it("is not recorded if two checks have the slug", () => {
    const answer = pingServer([`${KEY}/foo`, `${KEY}/foo`]).send("GET", URL_OF_CHECK)
    expect(answer).toMatchObject({ status: 409, body: "ambiguous slug" })
  })

  it("is not found if its key is wrong", () => {
    const answer = pingServer([`${KEY}/foo`]).send("GET", "/ping/rrrrrrrrrrrrrrrrrrrrrr/foo?create=1")
    expect(answer).toMatchObject({ status: 404, body: "not found" })
  })

  it("creates a missing check if it asks for it", () => {
    const server = pingServer([`${KEY}/other`])
    expect(server.send("GET", `${URL_OF_CHECK}?create=1`)).toMatchObject({
      status: 201,
      body: "Created",
      headers: { "Ping-Body-Limit": "100000" }
    })
    expect(server.heartbeat(`${KEY}/foo`).pings).toHaveLength(1)
    expect(server.send("GET", `${URL_OF_CHECK}?create=1`)).toMatchObject({ status: 200, body: "OK" })
  })

  it.each(["", "?create=0", "?create=true", "?create=1&create="])("does not create one with the query %j", (query) => {
    const server = pingServer([`${KEY}/other`])
    expect(server.send("GET", `${URL_OF_CHECK}${query}`)).toMatchObject({ status: 404, body: "not found" })
    expect(server.names()).toEqual([`${KEY}/other`])
  })

  it("does not create one if its exit code or run id is bad", () => {
    const server = pingServer([`${KEY}/other`])
    expect(server.send("GET", `${URL_OF_CHECK}/256?create=1`)?.status).toBe(400)
    expect(server.send("GET", `${URL_OF_CHECK}?create=1&rid=1`)?.status).toBe(400)
    expect(server.names()).toEqual([`${KEY}/other`])
  })

  it("is refused if the slug has upper-case letters", () => {
    for (const path of [`${URL_OF_CHECK}FOO`, `/hc/${KEY}/fooFOO`, `${URL_OF_CHECK}FOO/start`])
      expect(readAnswer("GET", path)).toMatchObject({ status: 400, body: "invalid url format" })
  })

  it.each([
    `/ping/${KEY}`,
    `/ping/${KEY}/`,
    `/ping/${KEY}/f.o`,
    `/ping/${KEY}/f%20o`,
    `/ping/${KEY}/f%2Fo`,
    `/ping/${KEY}/%ff`,
    `/ping/${KEY}/${"a".repeat(101)}`,
    `/ping/${"k".repeat(129)}/foo`,
    `/ping/${KEY}/foo/bar`,
    `/ping/${KEY}/foo/start/`,
    `/hc/${KEY}/foo/bar`
  ])("is not found at %s", (path) => {
    expect(readAnswer("GET", path)).toMatchObject({ status: 404, body: "not found" })
  })
})
