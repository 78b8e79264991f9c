// Which pings count, and what their text says: the tests of Healthchecks in our words (hc/api/tests/test_ping.py and
// test_smtpd.py).
import type { PingKind } from "@mon/model"
import { describe, expect, it } from "vitest"
import { type FilteredPing, filterPing } from "../../src/heartbeats/filterPing.ts"

const words = { failure: "ERROR, Failed", success: "complete,done", start: "begins" } as const
const byBody = { ...words, httpBody: true }

const bytes = (text: string) => new TextEncoder().encode(text)
const email = (subject: string, text: string): FilteredPing => ({ _tag: "Email", subject, text })
const request: FilteredPing = { _tag: "Request" }

describe("the keywords of a heartbeat", () => {
  it.each<readonly [text: string, kind: PingKind]>([
    ["ERROR: disk full", "fail"],
    ["Backup complete", "success"],
    ["The backup begins", "start"],
    ["done, but begins again", "success"],
    ["begins, is done, Failed", "fail"],
    ["error: failed, DONE", "ignored"],
    ["incompleteness", "success"],
    ["", "ignored"]
  ])("make the ping with the body %j a %s", (text, kind) => {
    expect(filterPing(byBody, request, { kind: "success", method: "POST", body: bytes(text) })).toBe(kind)
  })

  it.each(["success", "start", "fail", "log"] as const)("replace what the URL says, also %s", (kind) => {
    const ping = { kind, method: "POST" }
    expect(filterPing(byBody, request, { ...ping, body: bytes("done") })).toBe("success")
    expect(filterPing(byBody, request, { ...ping, body: bytes("nothing") })).toBe("ignored")
  })

  it("are not searched for in bodies unless the filters say so", () => {
    const ping = { kind: "success", method: "POST", body: bytes("ERROR") } as const
    for (const filters of [null, {}, words, { ...words, subject: true, body: true }, { ...byBody, httpBody: false }])
      expect(filterPing(filters, request, ping)).toBe("success")
    expect(filterPing(byBody, null, ping)).toBe("success")
  })

  it("make everything else a failure if the filters say so, also a ping without a body", () => {
    const strict = { ...byBody, defaultFail: true }
    expect(filterPing(strict, request, { kind: "success", method: "GET", body: null })).toBe("fail")
    expect(filterPing(strict, request, { kind: "success", method: "GET", body: bytes("done") })).toBe("success")
    expect(filterPing(byBody, request, { kind: "success", method: "GET", body: null })).toBe("ignored")
  })

  it.each([
    ["a.b", "axb", "ignored"],
    ["a.b", "1 a.b 2", "fail"],
    ["(, [x], \\d+, ^, $", "1 begin", "ignored"],
    ["(, [x], \\d+", "a [x] b", "fail"],
    ["(, [x], \\d+", "a \\d+ b", "fail"],
    ["✗ Fehler", "3 ✗ Fehler", "fail"],
    ["a|b", "b", "ignored"]
  ] as const)("are no patterns: %j in %j is %s", (failure, text, kind) => {
    expect(
      filterPing({ failure, httpBody: true }, request, { kind: "success", method: "POST", body: bytes(text) })
    ).toBe(kind)
  })

  it("have no empty words, and bytes that are not UTF-8 around them do not matter", () => {
    const body = new Uint8Array([0xff, 0, ...bytes("ERROR"), 0xc3])
    expect(filterPing({ failure: " , ,", httpBody: true }, request, { kind: "success", method: "POST", body })).toBe(
      "ignored"
    )
    expect(filterPing(byBody, request, { kind: "success", method: "POST", body })).toBe("fail")
  })
})

describe("the method of a heartbeat", () => {
  it("comes before the keywords", () => {
    const filters = { ...byBody, method: "POST", defaultFail: true } as const
    for (const method of ["GET", "HEAD", "PUT", "OPTIONS"])
      expect(filterPing(filters, request, { kind: "fail", method, body: bytes("ERROR") })).toBe("ignored")
    expect(filterPing(filters, request, { kind: "success", method: "POST", body: bytes("ERROR") })).toBe("fail")
    expect(filterPing({ method: "POST" }, request, { kind: "start", method: "POST", body: null })).toBe("start")
  })
})

describe("the filters of emails", () => {
  const ping = { kind: "success", method: "email", body: null } as const

  it.each<readonly [filters: object, subject: string, text: string, kind: PingKind]>([
    [{}, "ERROR", "ERROR", "success"],
    [{ httpBody: true, method: "POST" }, "ERROR", "ERROR", "success"],
    [{ subject: true }, "Failed", "done", "fail"],
    [{ subject: true }, "Nightly", "done", "ignored"],
    [{ subject: true, defaultFail: true }, "Nightly", "done", "fail"],
    [{ body: true }, "Failed", "done", "success"],
    [{ body: true }, "Failed", "begins", "start"],
    [{ subject: true, body: true }, "done", "Failed", "fail"],
    [{ subject: true, body: true }, "ER", "ROR", "ignored"]
  ])("%j: the subject %j and the text %j are a %s", (filters, subject, text, kind) => {
    expect(filterPing({ ...words, ...filters }, email(subject, text), ping)).toBe(kind)
  })
})
