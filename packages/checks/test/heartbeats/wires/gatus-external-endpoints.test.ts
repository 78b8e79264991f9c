import { describe, expect, it } from "vitest"
import { parseGoDuration } from "../../../src/heartbeats/wires/goDuration.ts"
import { pingServer, read, readAnswer, readCall } from "./PingServer.ts"

const ENDPOINT = "/api/v1/endpoints/g_n/external"
const authorized = { authorization: "Bearer token" }

// The scenarios of Gatus (api/external_endpoint_test.go).
describe("a result of a client of Gatus", () => {
  it.each([
    { name: "no-token", url: `${ENDPOINT}?success=true`, headers: {}, status: 401 },
    { name: "bad-token", url: `${ENDPOINT}?success=true`, headers: { authorization: "Bearer bad-token" }, status: 401 },
    // Gatus answers 404. Here, the token alone names the heartbeat, so that clients can keep their keys.
    { name: "bad-key", url: "/api/v1/endpoints/bad_key/external?success=true", headers: authorized, status: 200 },
    { name: "bad-success-value", url: `${ENDPOINT}?success=invalid`, headers: authorized, status: 400 },
    { name: "bad-duration", url: `${ENDPOINT}?success=true&duration=invalid`, headers: authorized, status: 400 },
    { name: "success", url: `${ENDPOINT}?success=true`, headers: authorized, status: 200 },
    { name: "success-with-error", url: `${ENDPOINT}?success=true&error=failed`, headers: authorized, status: 200 },
    { name: "duration", url: `${ENDPOINT}?success=true&duration=10s`, headers: authorized, status: 200 },
    { name: "failure", url: `${ENDPOINT}?success=false`, headers: authorized, status: 200 },
    { name: "failure-with-error", url: `${ENDPOINT}?success=false&error=failed`, headers: authorized, status: 200 }
  ])("in the scenario $name has the status $status", ({ headers, status, url }) => {
    expect(pingServer(["token"]).send("POST", url, { headers })?.status).toBe(status)
  })

  it("is recorded with its error and its duration", () => {
    const failed = readCall("POST", `${ENDPOINT}?success=false&error=connection+refused&duration=1m2.5s`, authorized)
    expect(failed).toMatchObject({
      target: { _tag: "Token", token: "token" },
      ping: { kind: "fail", run: null, exitCode: null },
      text: "connection refused",
      statedMs: 62_500
    })
    const succeeded = readCall("POST", `${ENDPOINT}?success=true&error=ignored&duration=`, authorized)
    expect(succeeded).toMatchObject({ ping: { kind: "success" }, text: null, statedMs: null })
    expect(succeeded.answer("recorded")).toMatchObject({ status: 200, body: "" })
  })

  it("is refused with the texts of Gatus", () => {
    const body = (query: string, headers: Readonly<Record<string, string>> = authorized) =>
      readAnswer("POST", `${ENDPOINT}${query}`, headers).body
    expect(body("")).toBe("missing or invalid success query parameter")
    expect(body("?success=", {})).toBe("missing or invalid success query parameter")
    expect(body("?success=true", {})).toBe("invalid Authorization header")
    expect(body("?success=true", { authorization: "bearer token" })).toBe("invalid Authorization header")
    expect(body("?success=true", { authorization: "Bearer  " })).toBe("bearer token must not be empty")
    expect(body("?success=true", { authorization: "Bearer to ken" })).toBe("invalid token")
    expect(body("?success=true", { authorization: `Bearer ${"t".repeat(129)}` })).toBe("invalid token")
    expect(body("?success=true&duration=10")).toBe('invalid duration: time: missing unit in duration "10"')
    expect(readCall("POST", `${ENDPOINT}?success=true`, authorized).answer("unknown").body).toBe("invalid token")
  })

  it("can have keys with letters of all languages, in any case", () => {
    const call = readCall("POST", "/api/v1/endpoints/K%C3%B6ln_Host:8080/external/?success=true", authorized)
    expect(call.target).toEqual({ _tag: "Token", token: "token" })
  })

  it.each(["a%00b", "a%20b", "a%2Fb", "a".repeat(129)])("cannot have the key %s", (key) => {
    expect(readAnswer("POST", `/api/v1/endpoints/${key}/external?success=true`, authorized).status).toBe(404)
  })

  it("must be a POST", () => {
    const answer = readAnswer("GET", `${ENDPOINT}?success=true`, authorized)
    expect(answer).toMatchObject({ status: 405, body: "Method Not Allowed", headers: { Allow: "POST" } })
  })

  it("has another path than these", () => {
    for (const path of ["/api/v1/endpoints/g_n", "/api/v1/endpoints//external", `${ENDPOINT}/more`])
      expect(read("POST", path)).toBeNull()
  })
})

// Mostly the tests of Go (src/time/time_test.go), with the messages of src/time/format.go, `ParseDuration`.
describe("a duration of Go", () => {
  it.each([
    ["0", 0],
    ["5s", 5_000],
    ["30s", 30_000],
    ["1478s", 1_478_000],
    ["-5s", -5_000],
    ["+5s", 5_000],
    ["-0", 0],
    ["+0", 0],
    ["5.0s", 5_000],
    ["5.6s", 5_600],
    ["5.s", 5_000],
    [".5s", 500],
    ["1.0040s", 1_004],
    ["100.00100s", 100_001],
    ["10ns", 0.000_01],
    ["11us", 0.011],
    ["12µs", 0.012],
    ["12μs", 0.012],
    ["13ms", 13],
    ["14s", 14_000],
    ["15m", 900_000],
    ["16h", 57_600_000],
    ["3h30m", 12_600_000],
    ["10.5s4m", 250_500],
    ["-2m3.4s", -123_400],
    ["1h2m3s4ms5us6ns", 3_723_004.005_006],
    ["39h9m14.425s", 140_954_425],
    ["52763797000ns", 52_763.797],
    ["0.3333333333333333333h", 1_200_000],
    ["0.100000000000000000000h", 360_000],
    ["0.9223372036854775807h", 3_320_413.933_267],
    ["0.830103483285477580700h", 2_988_372.539_827],
    ["9223372036854775807ns", 9_223_372_036_854.775],
    ["9223372036s854ms775us807ns", 9_223_372_036_854.775],
    ["-9223372036854775808ns", -9_223_372_036_854.775]
  ])("%s has %d milliseconds", (text, milliseconds) => {
    const parsed = parseGoDuration(text)
    expect(parsed._tag === "Duration" ? parsed.milliseconds : parsed.message).toBeCloseTo(milliseconds, 2)
  })

  it.each([
    ["", 'time: invalid duration ""'],
    ["3", 'time: missing unit in duration "3"'],
    ["-", 'time: invalid duration "-"'],
    ["s", 'time: invalid duration "s"'],
    [".", 'time: invalid duration "."'],
    ["-.", 'time: invalid duration "-."'],
    [".s", 'time: invalid duration ".s"'],
    ["+.s", 'time: invalid duration "+.s"'],
    ["1d", 'time: unknown unit "d" in duration "1d"'],
    ["1.2.3s", 'time: missing unit in duration "1.2.3s"'],
    ["1s constructor", 'time: unknown unit "s constructor" in duration "1s constructor"'],
    ["\u0085\u0085", String.raw`time: invalid duration "\xc2\x85\xc2\x85"`],
    ["\uFFFF\uFFFF", String.raw`time: invalid duration "\xef\xbf\xbf\xef\xbf\xbf"`],
    ["hello \u0000 \uFFFF", String.raw`time: invalid duration "hello \x00 \xef\xbf\xbf"`],
    ['"\\', String.raw`time: invalid duration "\"\\"`],
    ["9223372036854775810ns", 'time: invalid duration "9223372036854775810ns"'],
    ["9223372036854775808ns", 'time: invalid duration "9223372036854775808ns"'],
    ["-9223372036854775809ns", 'time: invalid duration "-9223372036854775809ns"'],
    ["9223372036854776us", 'time: invalid duration "9223372036854776us"'],
    ["3000000h", 'time: invalid duration "3000000h"']
  ])("is not %j", (text, message) => {
    expect(parseGoDuration(text)).toEqual({ _tag: "Fault", message })
  })
})
