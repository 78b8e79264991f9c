import { messages } from "@mon/api-contract"
import { describe, expect, it } from "vitest"
import { hostSentence } from "../src/words/hostSentence.ts"

const sentences = [
  ...Object.values(messages.statusHost).map((text) => (typeof text === "string" ? text : text("mon.example.com"))),
  messages.statusHostNone,
  messages.statusHostMissing,
  messages.statusHostNoAnswer,
  messages.statusHostLimit(0, "Free"),
  messages.statusHostLimit(1, "Pro"),
  messages.statusHostOverLimit(1, "Pro"),
  messages.statusHostOwnPage("Shop"),
  messages.statusHostProven,
  messages.checkedJustNow(7)
]

describe("what the API says about own host names", () => {
  it.each(sentences)("is German for German viewers: %s", (sentence) => {
    const german = hostSentence(sentence, "de")
    expect(german).not.toBe(sentence)
    expect(german).not.toContain("undefined")
    expect(hostSentence(sentence, "en")).toBe(sentence)
  })

  it("stays as it is if nobody has translated it", () => {
    expect(hostSentence("Something else.", "de")).toBe("Something else.")
  })
})
