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

/** Answers from the zone in the same way as node:dns. */
const resolver = async (name: string, type: string): Promise<unknown> => {
  const found = await Effect.runPromise(Effect.result(zoneResolver.query(name, type as "TXT")))
  const records = Result.isSuccess(found) ? found.success.records : []
  if (records.length === 0) throw Object.assign(new Error("ENOTFOUND"), { code: "ENOTFOUND" })
  return records.map(({ chunks }) => [...chunks])
}

const passes = (results: ReadonlyArray<string>): ReadonlyArray<boolean> => results.map((result) => result === "pass")

/** Returns whether each signature and the ARC chain pass, according to mailauth and according to this package. */
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
/**
 * The damage is a blank, which the canonicalization algorithms treat differently, or a letter, which no algorithm
 * ignores.
 */
const damage = fc.option(fc.tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.constantFrom(" ", "\t", "x")), {
  nil: null
})

/**
 * Checks that mailauth and this package agree on the signatures and the ARC chain of a message that was signed, sealed
 * and perhaps damaged.
 */
export const verifiesAlike = fc.asyncProperty(
  subject,
  body,
  canonicalization,
  fc.integer({ min: 0, max: 2 }),
  damage,
  async (title, text, mode, sets, damaged) => {
    let message = await sign(messageWith({ Subject: title }, text), { canonicalization: mode })
    for (let set = 1; set <= sets; set++) message = await seal(message, set === 1 ? "one.example" : "two.example", set)
    // The damage is below the signature headers. The effect of damage in a signature header depends on how leniently a
    // verifier reads tags.
    const from = message.lastIndexOf("\r\nFrom:") + 2
    const at = from + Math.floor((damaged?.[0] ?? 0) * (message.length - from))
    // A blank between CR and LF, or on an empty line, is excluded. The implementations may disagree about the end of
    // such a line or of the header section, which this test does not compare.
    fc.pre(message[at - 1] !== "\r" && !(message[at - 1] === "\n" && message[at] === "\r"))
    const changed = damaged === null ? message : message.slice(0, at) + damaged[1] + message.slice(at)
    const { ours, theirs } = await both(Buffer.from(changed))
    deepStrictEqual({ changed, passes: ours }, { changed, passes: theirs })
  }
)
