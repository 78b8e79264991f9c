import { describe, expect, it } from "vitest"
import { jsonText, shownText, withoutControls } from "../src/screen/shownText.ts"
import { fitText, textWidth } from "../src/screen/textWidth.ts"
import { monRun, NOW } from "./monRun.ts"
import { incidentRecord, monitorList, monitorRow, refuse, statusRecord, testService } from "./testService.ts"

const service = testService()
const env = () => service.env

/**
 * Texts with sequences that terminals obey: colours, titles, links, the clipboard, 8-bit controls, other directions and
 * line breaks.
 */
const HOSTILE = [
  "\u001b[31mred\u001b[0m",
  "\u001b]0;title\u0007",
  "\u001b]52;c;cm0gLXJm\u0007",
  "\u001b]8;;https://evil.example\u001b\\link",
  "\u009b2J",
  "\u0090q\u009c",
  "\rup      ",
  "a\nb\u2028c",
  "\u202egpj.exe",
  "\u2066x",
  "zero\u200bwidth",
  "\u0000\u0008\u007f"
].join(" ")
// oxlint-disable-next-line no-control-regex -- what must not be written
const OBEYED = /(?!\n)[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/u

/** Replaces every text of a response with a hostile text. */
const poisoned = (value: unknown): unknown => {
  if (typeof value === "string") return /^\d{4}-\d\d-\d\dT/u.test(value) ? value : HOSTILE
  if (Array.isArray(value)) return value.map(poisoned)
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, poisoned(field)]))
  return value
}

const row = monitorRow(HOSTILE, HOSTILE, "down", { url: HOSTILE, reason: HOSTILE })

describe("texts of strangers", () => {
  const answerAll = () => {
    service.answer("GET /monitors", { ...monitorList(row), tags: [{ name: HOSTILE }] })
    service.answer("GET /status", { ...statusRecord, service: { networkInDoubt: [HOSTILE], storesEmails: false } })
    service.answer("GET /incidents?limit=20", [poisoned(incidentRecord)])
    const fact = { at: "2026-11-23T11:00:00.000Z", checkedAt: HOSTILE, createdAt: HOSTILE }
    service.answer(
      "GET /incidents/i1",
      poisoned({
        ...incidentRecord,
        evidence: [{ ...fact, error: { message: "x" }, location: "x", status: "x", statusCode: 1 }],
        deliveries: [{ ...fact, channel: "x", kind: "x", name: "x", recipient: "x", outcome: "x", reason: "x" }],
        silence: "x",
        suppressedBy: { name: "x" },
        sharedCause: { value: "x", others: 1 },
        acknowledgement: { at: "x", by: "x", via: "x", note: "x" }
      })
    )
    const component = { status: "x" }
    service.answer(
      "POST /email-health",
      poisoned({
        domain: "x",
        score: 1,
        grade: "x",
        incomplete: true,
        cached: true,
        checkedAt: "x",
        mx: component,
        spf: component,
        dkim: component,
        dmarc: component,
        blacklist: component,
        findings: [{ severity: "x", message: "x" }],
        steps: [{ title: "x", records: [0] }],
        records: [{ type: "x", host: "x", values: ["x"] }]
      })
    )
  }

  it.each([
    ["status"],
    ["monitors"],
    ["incidents"],
    ["incidents", "show", "i1"],
    ["email-health", "example.com"],
    ["monitors", "pause", HOSTILE],
    ["monitors", "pause", "\u001b[2J"]
  ])("reach the terminal only as text: %s %s", async (...args) => {
    answerAll()
    const given = args.filter((arg) => arg !== undefined)
    for (const more of [[], ["--json"]]) {
      const { err, out } = await monRun([...given, ...more], { env: env(), size: () => ({ columns: 80, rows: 24 }) })
      expect(out + err).not.toBe("")
      expect(out).not.toMatch(OBEYED)
      expect(err).not.toMatch(OBEYED)
    }
  })

  it("reach the terminal only as text in messages of the service", async () => {
    service.answer("GET /monitors", refuse(403, HOSTILE))
    const { err } = await monRun(["monitors"], { env: env() })
    expect(err).toContain("red")
    expect(err).not.toMatch(OBEYED)
  })

  it("keep their value in JSON", () => {
    expect(JSON.parse(jsonText({ name: HOSTILE }, 2))).toEqual({ name: HOSTILE })
    expect(jsonText({ name: "Büro 東京 \u{1f600}" })).toBe('{"name":"Büro 東京 \u{1f600}"}\n')
  })

  it("stay as they are where they are harmless", () => {
    expect(shownText("Büro (Köln) 東京 \u{1f600} — naïve")).toBe("Büro (Köln) 東京 \u{1f600} — naïve")
    expect(withoutControls("one\n\ttwo")).toBe("one\n\ttwo")
  })
})

describe("widths", () => {
  it("count columns of the terminal, not characters", () => {
    expect(textWidth("abc")).toBe(3)
    expect(textWidth("東京")).toBe(4)
    expect(textWidth("e\u0301")).toBe(1)
    expect(textWidth("\u{1f468}\u200d\u{1f469}")).toBe(2)
    expect(fitText("東京都", 5)).toBe("東京…")
    expect(fitText("short", 5)).toBe("short")
  })

  it("a table is as wide as the terminal at most, and complete in a pipe", async () => {
    const name = "東京".repeat(40)
    service.answer("GET /monitors", monitorList(monitorRow("a", name, "up"), monitorRow("b", "Blog", "down")))
    const { out } = await monRun(["monitors"], { env: env(), size: () => ({ columns: 70, rows: 24 }) })
    for (const line of out.trimEnd().split("\n")) expect(textWidth(line)).toBeLessThanOrEqual(70)
    expect((await monRun(["monitors"], { env: env() })).out).toContain(name)
  })
})

it("colours are only where the terminal has them", async () => {
  service.answer("GET /monitors", monitorList(monitorRow("a", "Shop", "down")))
  const plain = await monRun(["monitors"], { env: env(), now: () => NOW })
  expect(plain.out).not.toContain("\u001b")
  expect((await monRun(["monitors"], { env: env(), colour: true })).out).toContain("\u001b[31mdown\u001b[39m")
})
