import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import { answerScram, firstMessage, type ScramPlan } from "../../src/service/scram/Scram.ts"

interface Conversation {
  readonly plan: ScramPlan
  readonly messages: readonly [first: string, challenge: string, answer: string, last: string]
}

const mongodbPassword = createHash("md5").update("user:mongo:pencil").digest("hex")

const conversations: ReadonlyArray<readonly [source: string, conversation: Conversation]> = [
  [
    "RFC 7677 section 3",
    {
      plan: { nonce: "rOprNGfwEbeRWgbNEkqO", username: "user", password: "pencil" },
      messages: [
        "n,,n=user,r=rOprNGfwEbeRWgbNEkqO",
        "r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096",
        "c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=",
        "v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4="
      ]
    }
  ],
  [
    "RFC 5802 section 5",
    {
      plan: { hash: "sha1", nonce: "fyko+d2lbbFgONRv9qkxdawL", username: "user", password: "pencil" },
      messages: [
        "n,,n=user,r=fyko+d2lbbFgONRv9qkxdawL",
        "r=fyko+d2lbbFgONRv9qkxdawL3rfcNHYJY1ZVvWVs7j,s=QSXCR+Q6sek8bf92,i=4096",
        "c=biws,r=fyko+d2lbbFgONRv9qkxdawL3rfcNHYJY1ZVvWVs7j,p=v0X8v3Bz2T0CJGbJQyF0X+HI4Ts=",
        "v=rmF9pqV8S7suAoZWja4dJRkFsKQ="
      ]
    }
  ],
  [
    "the specification of MongoDB's drivers (github.com/mongodb/specifications, auth)",
    {
      plan: { hash: "sha1", nonce: "fyko+d2lbbFgONRv9qkxdawL", username: "user", password: mongodbPassword },
      messages: [
        "n,,n=user,r=fyko+d2lbbFgONRv9qkxdawL",
        "r=fyko+d2lbbFgONRv9qkxdawLHo+Vgk7qvUOKUwuWLIWg4l/9SraGMHEE,s=rQ9ZY3MntBeuP3E1TDVC4w==,i=10000",
        "c=biws,r=fyko+d2lbbFgONRv9qkxdawLHo+Vgk7qvUOKUwuWLIWg4l/9SraGMHEE,p=MC2T8BvbmWRckDw8oWl5IVghwCY=",
        "v=UMWeI25JD1yNYZRMpZ4VHvhZ9e0="
      ]
    }
  ]
]

describe("SCRAM", () => {
  it.each(conversations)("makes the conversation of %s", async (_source, { messages, plan }) => {
    const [first, challenge, answer, last] = messages
    expect(firstMessage(plan)).toBe(first)
    const found = await answerScram(plan, challenge)
    expect(found?.message).toBe(answer)
    expect(found?.isProven(last)).toBe(true)
    expect(found?.isProven(`v=${last.slice(3)}=`)).toBe(false)
    expect(found?.isProven("e=invalid-proof")).toBe(false)
  })

  it("escapes the name of a user", () => {
    expect(firstMessage({ nonce: "n", username: "a=b,c", password: "" })).toBe("n,,n=a=3Db=2Cc,r=n")
  })

  it.each([4_095, 0, 1_000_001, 99_999_999])("refuses a hash of %i rounds", async (rounds) => {
    const plan = { nonce: "n", password: "pencil", leastRounds: 4_096 }
    expect(await answerScram(plan, `r=nx,s=c2FsdA==,i=${rounds}`)).toBeNull()
  })
})
