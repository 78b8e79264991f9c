import { englishIn, textsOf } from "@mon/tooling/english"
import { describe, expect, it } from "vitest"
import { switchedOffWords } from "../src/deliveries/switchedOffWords.ts"
import { refusalWords } from "../src/mail/refusalWords.ts"
import { reportLetterWords } from "../src/reports/reportLetterWords.ts"
import { publicWords } from "../src/statusPages/publicWords.ts"
import { subscriberWords } from "../src/subscribers/subscriberWords.ts"

describe("the German words of emails", () => {
  it.each([
    ["about channels and webhooks", switchedOffWords],
    ["about refused addresses", refusalWords],
    ["with reports", reportLetterWords],
    ["to subscribers", subscriberWords],
    ["about posts", publicWords]
  ])("%s have no English text", (_, words) => {
    expect(textsOf(words.de).length).toBeGreaterThan(10)
    expect(englishIn(textsOf(words.de))).toEqual([])
  })

  it("say why a channel was switched off, if that is known in German", () => {
    const { fault } = switchedOffWords.de.channel
    expect(fault("Slack", "unauthorized", "Slack rejected this channel's key or address.")).toBe(
      "Slack lehnt den Schlüssel oder die Adresse dieses Kanals ab."
    )
    expect(fault("Slack", "constructor", "Something new.")).toBeNull()
  })
})
