import { assert, describe, it } from "@effect/vitest"
import { defaultContactRules } from "@mon/model"
import { type ContactQuestion, planContacts } from "../src/routing/planContacts.ts"

const question: ContactQuestion = {
  rules: {
    high: [
      { afterMinutes: 5, via: "email" },
      { afterMinutes: 0, via: "phone" },
      { afterMinutes: 10, via: "phone" }
    ],
    low: [{ afterMinutes: 15, via: "email" }]
  },
  channelIds: ["phone"],
  isUrgent: true,
  lasts: true
}

const planned = (changes: Partial<ContactQuestion>) =>
  planContacts({ ...question, ...changes }).map(({ afterMinutes, via }) => `${via} +${afterMinutes}`)

describe("the plan of how a person is reached", () => {
  it("is an email at once without rules", () => {
    assert.deepStrictEqual(planned({ rules: defaultContactRules }), ["email +0"])
    assert.deepStrictEqual(planned({ rules: { high: [], low: [] }, isUrgent: false }), ["email +0"])
  })

  it("has the rules for the urgency, by their delay", () => {
    assert.deepStrictEqual(planned({}), ["phone +0", "email +5", "phone +10"])
    assert.deepStrictEqual(planned({ isUrgent: false }), ["email +15"])
  })

  it("leaves out ways that do not work, and falls back to an email at once", () => {
    assert.deepStrictEqual(planned({ channelIds: [] }), ["email +5"])
    const high = [{ afterMinutes: 5, via: "phone" }]
    assert.deepStrictEqual(planned({ rules: { ...question.rules, high }, channelIds: [] }), ["email +0"])
  })

  it("has each way once per delay", () => {
    const high = [
      { afterMinutes: 0, via: "phone" },
      { afterMinutes: 0, via: "phone" }
    ]
    assert.deepStrictEqual(planned({ rules: { ...question.rules, high } }), ["phone +0"])
  })

  it("has only the first rules for an event, which nobody can acknowledge", () => {
    assert.deepStrictEqual(planned({ lasts: false }), ["phone +0"])
    assert.deepStrictEqual(planned({ lasts: false, channelIds: [] }), ["email +5"])
  })
})
