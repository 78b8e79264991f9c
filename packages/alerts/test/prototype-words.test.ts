import { checkSchedule } from "@mon/alerts/maintenance"
import { prototypeWords } from "@mon/tooling/prototypeWords"
import { describe, expect, it } from "vitest"
import { channelOf, readAppriseUrl } from "../src/channels.ts"
import { parseSmtpUrl, renderFact, whatsAppText } from "../src/index.ts"
import { toMailError } from "../src/mail/SmtpFault.ts"
import { everyChannel, exampleSettings } from "./channelCases.ts"
import { down, facts } from "./facts.ts"

const utc = { timeZone: "UTC" }

describe.each(prototypeWords)("the word %j", (word) => {
  it.each(everyChannel)("is no reason in an answer to %s", (kind, channel) => {
    const body = JSON.stringify({
      [word]: 1,
      ok: false,
      code: word,
      error: word,
      errcode: word,
      status: word,
      errors: [word],
      parameters: { [word]: 1 }
    })
    const answers = [body, word].map((text) =>
      channel.readAnswer({ statusCode: 400, headers: { [word]: "1" }, body: text, nowMs: 0 }, {})
    )
    for (const answer of answers) expect(answer).toMatchObject({ outcome: "refused", reason: "rejected" })
    const settings = { ...exampleSettings(kind), [word]: "x" }
    expect(channel.readSettings(settings)).toMatchObject({ ok: true, unknown: [word] })
  })

  it("is no channel, no scheme of an address and no frequency", () => {
    expect(channelOf(word)).toBeNull()
    expect(readAppriseUrl(`${word.replaceAll("_", "")}://a/b`)).toMatchObject({ ok: false })
    expect(parseSmtpUrl(`${word.replaceAll("_", "")}://a`)).toMatchObject({ ok: false })
    const schedule = { startsAt: 0, minutes: 30, timeZone: "UTC" }
    for (const recurrence of [`FREQ=${word}`, `FREQ=DAILY;${word}=1`, `FREQ=WEEKLY;BYDAY=${word}`])
      expect(checkSchedule({ ...schedule, recurrence })).toMatchObject({ _tag: "Fault" })
  })

  it("is shown as it is where a code has no words", () => {
    const content = { code: word, line: null }
    for (const language of ["en", "de"] as const)
      expect(renderFact({ ...facts.degraded, content }, { ...utc, language }).lead).toContain(word)
    const triggerError = { code: word, message: "It is broken." }
    const broken = { ...down, incident: { ...down.incident, triggerError } }
    expect(JSON.stringify(renderFact(broken, utc))).toContain("It is broken.")
    expect(JSON.stringify(whatsAppText(broken, utc))).not.toContain("native code")
  })

  it("is a code of a transport without a sentence of its own", () => {
    const url = parseSmtpUrl("smtp://mail.example.com")
    if (!url.ok) throw new Error(url.message)
    const fault = { code: word, originalCode: word, timeoutType: word, message: word } as never
    expect(toMailError(fault, url.endpoint).detail).toBe("The mail server mail.example.com could not be used")
  })
})
