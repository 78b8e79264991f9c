import { SEED } from "@mon/tooling/seed"
import { assert, describe, expect, it } from "@effect/vitest"
import { Fact } from "@mon/model"
import {
  composeEmail,
  type Recipient,
  renderFact,
  summarize,
  validateEmail,
  webhookPayload,
  whatsAppText
} from "../src/index.ts"
import { facts, link } from "./facts.ts"

const ann: Recipient = {
  to: "ann@example.org",
  timeZone: "Asia/Kathmandu",
  service: "Mon",
  messageDomain: "mon.example.com",
  settingsUrl: "https://mon.example.com/settings",
  stopUrl: "https://mon.example.com/stop/abc"
}
const delivery = { id: "d1", createdAt: "2026-11-21T13:06:10.000Z" }

/** Returns the first line of a WhatsApp message. The templates `down` and `up` put their own word before the name. */
const firstLineOf = (fact: Fact): string | null => {
  const text = whatsAppText(fact, { timeZone: ann.timeZone, link })
  if (text === null) return null
  const [first = ""] = text.parameters
  return text.kind === "notice" ? first : `${text.kind.toUpperCase()} ${first}`
}

const channelsOf = (fact: Fact) => {
  const { message, title } = summarize(fact)
  const email = composeEmail(fact, ann)
  const { data } = webhookPayload(fact, delivery)
  const notice = renderFact(fact, { timeZone: ann.timeZone })
  return { title, message, email, data, notice, whatsApp: firstLineOf(fact) }
}

const textsIn = (value: unknown): ReadonlyArray<string> => {
  if (typeof value === "string") return [value]
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : []
}

const LEAKED = /undefined|null|\[object|native code|NaN/u
/** Matches everything between angle brackets that a text of a fact must not write. */
const TAG = /<\/?([a-zA-Z!][^\s>/]*)/gu
const OWN_TAGS = new Set("!DOCTYPE html head meta title style body div table tr td th p span h1 h2 a bdi".split(" "))

const runs = { arbitrary: { runs: 600, seed: SEED } }

describe("a fact of any kind", () => {
  it.prop(
    "has the same title in the list, in the email, in WhatsApp and in the webhook",
    [Fact],
    ([fact]) => {
      const { data, email, message, title, whatsApp } = channelsOf(fact)
      assert.strictEqual(email.subject, title)
      assert.strictEqual(data["title"], title)
      assert.strictEqual(data["message"], message)
      assert.strictEqual(data["kind"], fact.kind)
      if (fact.kind === "weekly_report") assert.isNull(whatsApp)
      else assert.strictEqual(whatsApp, title)
    },
    runs
  )

  it.prop(
    "is worded without anything that only programs write",
    [Fact],
    ([fact]) => {
      if (textsIn(fact).some((text) => LEAKED.test(text))) return
      const { email, message, notice, title } = channelsOf(fact)
      for (const text of [title, message, email.text, email.html ?? "", JSON.stringify(textsIn(notice))])
        assert.notMatch(text, LEAKED)
      assert.deepStrictEqual(validateEmail(email), { valid: true })
    },
    runs
  )

  it.prop(
    "cannot add a tag to the HTML of its email",
    [Fact],
    ([fact]) => {
      const tags = [...(composeEmail(fact, ann).html ?? "").matchAll(TAG)].map(([, tag = ""]) => tag)
      // Only the next step of a diagnosis has commands.
      const own = new Set([...OWN_TAGS, ...("incident" in fact || "diagnosis" in fact ? ["code"] : [])])
      assert.deepStrictEqual(
        tags.filter((tag) => !own.has(tag)),
        []
      )
    },
    runs
  )

  it.prop(
    "begins its subject with the state of the domain when that is what changed",
    [Fact],
    ([fact]) => {
      const { subject } = composeEmail(fact, ann)
      if (fact.kind === "down") assert.match(subject, /^DOWN \S/u)
      if (fact.kind === "up") assert.match(subject, /^UP \S/u)
    },
    runs
  )

  it.each(Object.values<Fact>(facts))("has an ASCII subject when its name is ASCII ($kind)", (fact) => {
    expect(composeEmail(fact, ann).subject).toMatch(/^[\x20-\x7e]+$/u)
  })
})
