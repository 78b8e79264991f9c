import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { causeText } from "../src/incident/causeText.ts"
import { germanCheckMessage, germanExpectation } from "../src/words/checkMessagesDe.ts"
import { de } from "../src/words/de.ts"

const packages = fileURLToPath(new URL("../../../packages", import.meta.url))

/** The messages in sources of the engines, which the dashboard must not import, with names in their places. */
const messagesIn = (...files: ReadonlyArray<string>): ReadonlyArray<string> =>
  files.flatMap((file) =>
    [
      ...readFileSync(`${packages}/${file}`, "utf8").matchAll(
        /(?:=>|message:|\bfault\() *(?:"([A-Z][^"]*\.)"|`([^`]*\.)`)/gu
      )
    ].map(([, plain, template]) =>
      (plain ?? template ?? "")
        .replaceAll(/\$\{JSON[^}]*\}/gu, '"name"')
        .replaceAll(/\$\{(?:statusText|Redirects)[^}]*\}/gu, "20")
        .replaceAll(/\$\{[^}]*\}/gu, "name")
    )
  )

describe("the German messages of checks", () => {
  const messages = messagesIn(
    "public-net/src/Dial.ts",
    "uptime-probe/src/dialFailure.ts",
    "uptime-probe/src/followRedirects.ts",
    "uptime-probe/src/Http1Exchange.ts",
    "uptime-probe/src/Http2Exchange.ts",
    "uptime-probe/src/judgeStatus.ts",
    "uptime-probe/src/performHop.ts",
    "uptime-probe/src/Redirects.ts",
    "uptime-probe/src/RequestPlan.ts"
  ).filter((message) => !/^(?:Expected|As expected)/u.test(message))

  it("are there for each message of a request", () => {
    expect(messages.length).toBeGreaterThan(25)
    expect(messages.filter((message) => germanCheckMessage(message) === null)).toEqual([])
  })

  it.each([
    ["The server responded with 503 Service Unavailable.", "Der Server antwortete mit 503 Service Unavailable."],
    ["www.example.com:443 refused the connection.", "www.example.com:443 lehnte die Verbindung ab."],
    ["Expected the text “In stock”, not found.", "Erwartet: der Text “In stock”. Ergebnis: nicht gefunden."],
    [
      "Expected the status “200-299, 401”, got 404 Not Found.",
      "Erwartet: der Status “200-299, 401”. Ergebnis: erhalten: 404 Not Found."
    ],
    [
      "Expected the value at “$.state” to be “ok”, got “bad, got “worse””.",
      "Erwartet: an “$.state” der Wert “ok”. Ergebnis: erhalten: “bad, got “worse””."
    ],
    [
      "Expected a response within 300 ms, got one after 412 ms.",
      "Erwartet: eine Antwort in höchstens 300 ms. Ergebnis: sie kam nach 412 ms."
    ],
    ["The redirects lead back to https://a.example/.", "Die Weiterleitungen führen zurück zu https://a.example/."]
  ])("%s", (message, german) => {
    expect(germanCheckMessage(message)).toBe(german)
  })

  it("say what a monitor expects, and what was found", () => {
    expect(germanExpectation("no header “server”")).toBe("keine Kopfzeile “server”")
    expect(germanExpectation("got one over IPv4")).toBe("sie kam über IPv4")
  })

  it("are null for a sentence that nobody has translated", () => {
    expect(germanCheckMessage("Something new.")).toBeNull()
    expect(germanCheckMessage("Expected something new, got it.")).toBeNull()
    expect(germanExpectation("something new")).toBeNull()
  })

  it("stand in lists of incidents", () => {
    const message = "Expected the text “In stock”, not found."
    expect(causeText(de, { code: "expectation_failed", message })).toBe(
      "Erwartet: der Text “In stock”. Ergebnis: nicht gefunden."
    )
    expect(causeText(de, { code: "http_status", message: "The server responded with 503." })).toBe(
      de.fault["http_status"]
    )
  })
})
