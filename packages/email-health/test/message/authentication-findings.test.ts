import { generateKeyPairSync } from "node:crypto"
import { expect, test } from "vitest"
import { checkMessage, type CheckOptions } from "../../src/message/index.ts"
import { anotherRsa, ed25519, messageWith, rsa, seal, sign, zoneOf } from "./signing.ts"

const OUTSIDE: CheckOptions = { clientIp: "198.51.100.1", mailFrom: "ada@example.com" }
const KEY = "s1._domainkey.example.com"

const tiny = generateKeyPairSync("rsa", { modulusLength: 512 }).publicKey
const tinyRecord = `v=DKIM1; p=${tiny.export({ type: "spki", format: "der" }).toString("base64")}`

/** The changes to a signed message or to its zone, each with the finding that the change causes. */
const cases: ReadonlyArray<
  readonly [code: string, change: (signed: string) => string | Promise<string>, options?: CheckOptions]
> = [
  ["spf_fail", (text) => text, OUTSIDE],
  ["dkim_none", () => messageWith()],
  ["dkim_body_changed", (text) => text.replace("hungry", "thirsty")],
  ["dkim_headers_changed", (text) => text.replace("Dinner", "Supper")],
  ["dkim_key_mismatch", (text) => text, { zone: zoneOf({ [KEY]: { TXT: [anotherRsa.record] } }) }],
  ["dkim_expired", (text) => text.replace("v=1;", "v=1; x=1000;").replace(/ t=\d+;/, "")],
  ["dkim_key_revoked", (text) => text, { zone: zoneOf({ [KEY]: { TXT: ["v=DKIM1; p="] } }) }],
  ["dkim_key_invalid", (text) => text, { zone: zoneOf({ [KEY]: { TXT: [ed25519.record] } }) }],
  ["dkim_key_length", (text) => text, { zone: zoneOf({ [KEY]: { TXT: [tinyRecord] } }) }],
  ["dkim_sha1", (text) => text.replace("rsa-sha256", "rsa-sha1")],
  ["dkim_syntax", (text) => text.replace("v=1;", "v=2;")],
  ["dkim_from_not_signed", (text) => text.replace(/h=[^;]+;/, "h=Subject;")],
  ["dkim_unanswered", (text) => text, { zone: zoneOf({ [KEY]: { fail: "Timeout" } }) }],
  ["dkim_header_limit", (text) => text.replace("From:", `${"X: y\r\n".repeat(1_001)}From:`)],
  ["dkim_headers_unsigned", () => sign(messageWith(), { headerList: ["from", "to"] })],
  ["dmarc_policy_none", (text) => text, { zone: zoneOf({ "_dmarc.example.com": { TXT: ["v=DMARC1; p=none"] } }) }],
  ["dmarc_unknown", () => messageWith()],
  [
    "arc_unknown",
    (text) => seal(text, "silent.example", 1),
    { zone: zoneOf({ "arc._domainkey.silent.example": { fail: "Timeout" } }) }
  ]
]

test.each(cases.map(([code, change, options = {}]) => ({ code, change, options })))(
  "$code is found",
  async ({ code, change, options }) => {
    const message = await change(await sign(messageWith()))
    const { findings } = await checkMessage(message, { zone: zoneOf(), ...options })
    expect(findings.map((finding) => finding.code)).toContain(code)
  }
)

test("a message that the author sent fails nothing, whatever else the DNS publishes at the name of the key", async () => {
  const zone = zoneOf({ [KEY]: { TXT: ["a note", rsa.record] } })
  expect((await checkMessage(await sign(messageWith()), { zone })).verdict).toBe("ok")
})
