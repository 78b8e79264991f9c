import { makeZoneResolver } from "@mon/dns/effect"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import fc from "fast-check"
import { createRequire } from "node:module"
import { deepStrictEqual } from "node:assert"
import { checkMessage } from "../../src/message/index.ts"
import { messageWith, rsa, seal, sign, zoneOf } from "./signing.ts"

interface Verified {
  readonly dkim: { readonly results: ReadonlyArray<{ readonly status: { readonly result: string } }> }
  readonly arc: { readonly status: { readonly result: string } } | false
}

const { authenticate } = createRequire(import.meta.url)("mailauth") as {
  readonly authenticate: (message: Buffer, options: object) => Promise<Verified>
}

const zone = zoneOf({
  "arc._domainkey.one.example": { TXT: [rsa.record] },
  "arc._domainkey.two.example": { TXT: [rsa.record] }
})
const zoneResolver = makeZoneResolver(zone)

/** The zone as node:dns answers for it. */
const resolver = async (name: string, type: string): Promise<unknown> => {
  const found = await Effect.runPromise(Effect.result(zoneResolver.query(name, type as "TXT")))
  const records = Result.isSuccess(found) ? found.success.records : []
  if (records.length === 0) throw Object.assign(new Error("ENOTFOUND"), { code: "ENOTFOUND" })
  return records.map(({ chunks }) => [...chunks])
}

const passes = (results: ReadonlyArray<string>): ReadonlyArray<boolean> => results.map((result) => result === "pass")

/** Whether each signature and the chain pass, as mailauth and as this package verify them. */
const both = async (message: Buffer) => {
  const theirs = await authenticate(message, { resolver, strict: true, disableBimi: true, disableDmarc: true })
  const ours = await checkMessage(message, { zone })
  return {
    theirs: [
      ...passes(theirs.dkim.results.map(({ status }) => status.result)),
      theirs.arc !== false && theirs.arc.status.result === "pass"
    ],
    ours: [...passes(ours.dkim.signatures.map(({ status }) => status)), ours.arc.status === "pass"]
  }
}

const subject = fc.constantFrom("Dinner", "A  long \r\n\t subject", "=?utf-8?q?Gr=C3=BC=C3=9Fe?=", "", " x ")
const body = fc
  .array(fc.constantFrom("text", " ", "\t", "\r\n", "\r\n\r\n", "a  b \r\n", "."), { maxLength: 20 })
  .map((parts) => parts.join(""))
const canonicalization = fc.constantFrom("relaxed/relaxed", "relaxed/simple", "simple/relaxed", "simple/simple")
/** Blanks, which the algorithms treat differently, and letters, which none ignores. */
const damage = fc.option(fc.tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.constantFrom(" ", "\t", "x")), {
  nil: null
})

/** Both verify the same signatures and chains of a message that was signed, sealed and perhaps damaged. */
export const verifiesAlike = fc.asyncProperty(
  subject,
  body,
  canonicalization,
  fc.integer({ min: 0, max: 2 }),
  damage,
  async (title, text, mode, sets, damaged) => {
    let message = await sign(messageWith({ Subject: title }, text), { canonicalization: mode })
    for (let set = 1; set <= sets; set++) message = await seal(message, set === 1 ? "one.example" : "two.example", set)
    // Damage in the headers of a signature depends on how leniently tags are read.
    const from = message.lastIndexOf("\r\nFrom:") + 2
    const at = from + Math.floor((damaged?.[0] ?? 0) * (message.length - from))
    // Whether a blank ends the header section, or a line, is not what this test compares.
    fc.pre(message[at - 1] !== "\r" && !(message[at - 1] === "\n" && message[at] === "\r"))
    const changed = damaged === null ? message : message.slice(0, at) + damaged[1] + message.slice(at)
    const { ours, theirs } = await both(Buffer.from(changed))
    deepStrictEqual({ changed, passes: ours }, { changed, passes: theirs })
  }
)
