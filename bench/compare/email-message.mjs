// What each package concludes from the same messages, beside what the RFCs require.
import { makeZoneResolver } from "@mon/dns/effect"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { readFileSync } from "node:fs"
import { checkMessage } from "@mon/email-health/message"
// @boundaries-ignore a file of the tests
import {
  ed25519,
  messageWith,
  rsa,
  seal,
  shortRsa,
  sign,
  zoneOf
} from "../../packages/email-health/test/message/signing.ts"

const { version } = JSON.parse(
  readFileSync(new URL("../../packages/email-health/package.json", import.meta.url), "utf8")
)

export const versions = { mailauth: "7.1.0" }
/** The package that contains it. */
export const partOf = "email-health"

const SESSION = { ip: "192.0.2.1", helo: "mail.example.com", sender: "ada@example.com" }
const ELSEWHERE = { ...SESSION, ip: "203.0.113.9" }

/** Title, message, session, further records, and what the RFCs say of SPF, DKIM and DMARC ("/" between two). */
const casesOf = async () => {
  const plain = messageWith()
  const signed = await sign(plain)
  return [
    ["from its own server, without a signature", plain, SESSION, {}, "pass none pass"],
    ["from another server, without a signature", plain, ELSEWHERE, {}, "fail none fail"],
    ["signed, from another server", signed, ELSEWHERE, {}, "fail pass pass"],
    [
      "signed, with the line endings of a stored file",
      signed.replaceAll("\r\n", "\n"),
      ELSEWHERE,
      {},
      "fail pass pass"
    ],
    [
      "signed with Ed25519",
      await sign(plain, { privateKey: ed25519.privateKey, algorithm: "ed25519-sha256" }),
      ELSEWHERE,
      { "s1._domainkey.example.com": { TXT: [ed25519.record] } },
      "fail pass pass"
    ],
    ["body changed after signing", signed.replace("hungry", "thirsty"), ELSEWHERE, {}, "fail fail fail"],
    ["subject changed after signing", signed.replace("Dinner", "Supper"), ELSEWHERE, {}, "fail fail fail"],
    [
      "SHA-1 (RFC 8301 section 3.1)",
      signed.replace("a=rsa-sha256", "a=rsa-sha1"),
      ELSEWHERE,
      {},
      "fail permerror/fail fail"
    ],
    [
      "a signature with a version that does not exist",
      signed.replace("v=1;", "v=2;"),
      ELSEWHERE,
      {},
      "fail permerror/neutral fail"
    ],
    [
      "a key that was revoked",
      signed,
      ELSEWHERE,
      { "s1._domainkey.example.com": { TXT: ["v=DKIM1; p="] } },
      "fail permerror/neutral fail"
    ],
    [
      "a key that is missing",
      signed,
      ELSEWHERE,
      { "s1._domainkey.example.com": { TXT: ["something else"] } },
      "fail permerror/neutral fail"
    ],
    [
      "a 1,024-bit key",
      await sign(plain, { privateKey: shortRsa.privateKey }),
      ELSEWHERE,
      { "s1._domainkey.example.com": { TXT: [shortRsa.record] } },
      "fail pass pass"
    ],
    [
      "the key's name server fails",
      signed,
      ELSEWHERE,
      { "s1._domainkey.example.com": { fail: "ServFail" } },
      "fail temperror temperror"
    ],
    [
      "signed by another domain",
      await sign(plain, { signingDomain: "other.example" }),
      ELSEWHERE,
      { "s1._domainkey.other.example": { TXT: [rsa.record] } },
      "fail pass fail"
    ],
    [
      "two From fields (RFC 7489 section 6.6.1: DMARC does not apply)",
      `From: Eve <eve@evil.example>\r\n${signed}`,
      ELSEWHERE,
      {},
      "fail pass none"
    ],
    [
      "sealed by a forwarder",
      await seal(signed, "one.example", 1),
      ELSEWHERE,
      { "arc._domainkey.one.example": { TXT: [rsa.record] } },
      "fail pass pass"
    ]
  ]
}

/** The zone as node:dns answers for it. */
const nodeLike = (zone) => {
  const { query } = makeZoneResolver(zone)
  return async (name, type) => {
    const found = await Effect.runPromise(Effect.result(query(name, type)))
    if (Result.isFailure(found)) throw Object.assign(new Error(found.failure.reason), { code: "ESERVFAIL" })
    const { records, status } = found.success
    if (records.length === 0)
      throw Object.assign(new Error(status), { code: status === "nxdomain" ? "ENOTFOUND" : "ENODATA" })
    return records.map((record) => [...(record.chunks ?? [])])
  }
}

/** The words of RFC 8601 and RFC 7489 for those of this package. */
const WORDS = { unknown: "temperror", not_applicable: "none" }

const ours = async (message, { helo, ip, sender }, zone) => {
  const { dkim, dmarc, spf } = await checkMessage(message, { zone, clientIp: ip, helo, mailFrom: sender })
  const [first] = dkim.signatures
  return [spf.status, first === undefined ? "none" : first.status, WORDS[dmarc.status] ?? dmarc.status].join(" ")
}

const theirs = (authenticate) => async (message, session, zone) => {
  const { dkim, dmarc, spf } = await authenticate(Buffer.from(message), {
    ...session,
    mta: "mx.receiver.example",
    resolver: nodeLike(zone),
    strict: true,
    disableBimi: true
  })
  const [first] = dkim.results
  return [
    spf.status.result,
    first === undefined ? "none" : first.status.result,
    dmarc === false ? "none" : dmarc.status.result
  ].join(" ")
}

const said = async (answer, ...input) => {
  try {
    return await answer(...input)
  } catch (error) {
    return `error: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** The comparison in Markdown. A result that differs from the RFCs is bold. */
export const compare = async ({ load }) => {
  const { authenticate } = load("mailauth")
  const contenders = {
    [`@mon/email-health ${version}`]: ours,
    [`mailauth ${versions.mailauth}, \`strict\``]: theirs(authenticate)
  }
  const rows = []
  for (const [title, message, session, records, required] of await casesOf()) {
    const cells = []
    for (const answer of Object.values(contenders)) {
      const words = (await said(answer, message, session, zoneOf(records))).split(" ")
      const wanted = required.split(" ")
      cells.push(words.map((word, at) => (wanted[at]?.split("/").includes(word) ? word : `**${word}**`)).join(", "))
    }
    rows.push(`| ${title} | ${required.replaceAll(" ", ", ").replaceAll("/", " or ")} | ${cells.join(" | ")} |`)
  }
  return [
    `| message | SPF, DKIM, DMARC according to the RFCs | ${Object.keys(contenders).join(" | ")} |`,
    `|---|---|${"---|".repeat(Object.keys(contenders).length)}`,
    ...rows,
    "",
    "Results that differ are bold. Only mailauth can verify BIMI, sign and seal."
  ].join("\n")
}

/** Nothing else depends on the installed packages. */
export const writeFiles = () => {}
