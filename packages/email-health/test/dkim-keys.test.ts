import { describe, expect, test } from "vitest"
import { type DkimFaultCode, type DkimKeyStatus, isUsable, parseDkimKey } from "../src/dkim/DkimKey.ts"
import { COMMON_SELECTORS, suggestSelectors } from "../src/dkim/selectors.ts"
import { bareRsaKey, rsaKey } from "./keys.ts"

/** RFC 8463 appendix A.2. */
const ED = "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="
const WRAPPED = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), Buffer.from(ED, "base64")]).toString(
  "base64"
)
/** RFC 6376 appendix C.2. */
const BRISBANE =
  "MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDwIRP/UC3SBsEmGqZ9ZJW3/DkMoGeLnQg1fWn7/zYtIxN2SnFCjxOCKG9v3b4jYfcTNh5ijSsq631uBItLa7od+v/RtdC2UzJ1lWT947qR+Rcac2gbto/NMqJ0fzfVjH4OuKhitdY9tf6mcwGjaNBcWToIMmPSPDdQPNUYckcQ2QIDAQAB"

const KEYS: ReadonlyArray<
  readonly [
    section: string,
    says: string,
    text: string,
    status: DkimKeyStatus,
    bits: number | null,
    fault?: DkimFaultCode
  ]
> = [
  ["RFC 6376 appendix C.2", "the key of brisbane", `v=DKIM1; p=${BRISBANE}`, "weak", 1024],
  ["RFC 6376 3.6.1", "every tag but p is optional", `p=${rsaKey(2048)}`, "valid", 2048],
  [
    "RFC 6376 3.6.1",
    "blanks inside the key are folding",
    `v=DKIM1; p=${rsaKey(2048).replace(/(.{60})/g, "$1 ")}`,
    "valid",
    2048
  ],
  ["RFC 6376 3.6.1", "a bare RSAPublicKey", `k=rsa; p=${bareRsaKey(2048)}`, "valid", 2048],
  ["RFC 6376 3.6.1", "an empty p is revocation", "v=DKIM1; p=", "revoked", null],
  ["RFC 6376 3.6.1", "no p", "v=DKIM1; k=rsa", "malformed", null, "no_key_data"],
  ["RFC 6376 3.6.1", "the version comes first", `p=${BRISBANE}; v=DKIM1`, "malformed", 1024, "version_not_first"],
  ["RFC 6376 3.6.1", "another version", `v=DKIM2; p=${BRISBANE}`, "malformed", 1024, "bad_version"],
  ["RFC 6376 3.6.1", "the version has this case", `v=dkim1; p=${BRISBANE}`, "malformed", 1024, "bad_version"],
  ["RFC 6376 3.6.1", "unknown tags are passed over", `v=DKIM1; x=1; n=a=20note; p=${rsaKey(2048)}`, "valid", 2048],
  ["RFC 6376 3.2", "a tag twice", `v=DKIM1; p=${BRISBANE}; p=${BRISBANE}`, "malformed", 1024, "duplicate_tag"],
  ["RFC 6376 3.2", "what is no tag", `v=DKIM1; what; p=${BRISBANE}`, "malformed", 1024, "malformed_tag"],
  ["RFC 6376 3.6.1", "t=y is testing", `v=DKIM1; t=y:s; p=${rsaKey(2048)}`, "testing", 2048],
  ["RFC 6376 3.6.1", "another service", `v=DKIM1; s=tlsrpt; p=${BRISBANE}`, "malformed", 1024, "not_for_mail"],
  ["RFC 6376 3.6.1", "every service", `v=DKIM1; s=email:x; p=${rsaKey(2048)}`, "valid", 2048],
  ["RFC 6376 3.6.1", "not base64", 'v=DKIM1; p="abc"', "malformed", null, "bad_base64"],
  ["RFC 6376 2.10", "padding without need", `v=DKIM1; p=${BRISBANE}=`, "malformed", null, "bad_base64"],
  ["RFC 6376 2.10", "one sign of padding where two belong", "v=DKIM1; p=AAAAA=", "malformed", null, "bad_base64"],
  ["RFC 6376 2.10", "missing padding", `v=DKIM1; k=ed25519; p=${ED.slice(0, -1)}`, "valid", 256],
  ["RFC 6376 3.2", "an empty tag", `v=DKIM1;; p=${BRISBANE}`, "malformed", 1024, "malformed_tag"],
  ["RFC 6376 3.2", "an empty first tag", `;p=${BRISBANE}`, "malformed", 1024, "malformed_tag"],
  ["RFC 6376 3.2", "two semicolons at the end", `p=${BRISBANE};;`, "malformed", 1024, "malformed_tag"],
  ["RFC 6376 3.2", "a semicolon at the end", `v=DKIM1; p=${rsaKey(2048)} ; `, "valid", 2048],
  ["RFC 6376 3.6.1", "base64 of nothing known", "v=DKIM1; p=aGVsbG8gd29ybGQ=", "malformed", null, "bad_key_data"],
  ["RFC 6376 3.6.1", "a key cut short", `v=DKIM1; p=${rsaKey(2048).slice(0, 200)}`, "malformed", null, "bad_key_data"],
  ["RFC 6376 3.6.1", "an unknown key type", `v=DKIM1; k=dsa; p=${BRISBANE}`, "malformed", null, "unknown_key_type"],
  ["RFC 8301 3.1", "SHA-1 only", `v=DKIM1; h=sha1; p=${rsaKey(2048)}`, "malformed", 2048, "only_sha1"],
  ["RFC 8301 3.1", "SHA-256 too", `v=DKIM1; h=sha1:sha256; p=${rsaKey(2048)}`, "valid", 2048],
  ["RFC 8301 3.2", "768 bits", `v=DKIM1; p=${rsaKey(768)}`, "weak", 768],
  ["RFC 8463 appendix A.2", "an Ed25519 key", `v=DKIM1; k=ed25519; p=${ED}`, "valid", 256],
  [
    "RFC 8463 4",
    "an Ed25519 key that is wrapped",
    `v=DKIM1; k=ed25519; p=${WRAPPED}`,
    "malformed",
    null,
    "wrapped_ed25519"
  ],
  ["RFC 8463 4", "an Ed25519 key of another length", "v=DKIM1; k=ed25519; p=AAAA", "malformed", null, "bad_key_data"]
]

describe("DKIM key records", () => {
  test.each(KEYS.map(([section, says, text, status, bits, fault]) => ({ section, says, text, status, bits, fault })))(
    "$section: $says",
    ({ text, status, bits, fault }) => {
      const key = parseDkimKey(text)
      expect([key.status, key.keyBits, key.faults[0]?.code]).toEqual([status, bits, fault])
    }
  )
  test("768 bits are unusable, and 1024 bits are usable", () =>
    expect([isUsable(parseDkimKey(`p=${rsaKey(768)}`)), isUsable(parseDkimKey(`p=${BRISBANE}`))]).toEqual([
      false,
      true
    ]))
  test("t=s is read as strict", () => expect(parseDkimKey(`t=s; p=${BRISBANE}`).strict).toBe(true))
})

describe("selectors", () => {
  test("has fifty common selectors without duplicates", () =>
    expect(new Set(COMMON_SELECTORS.map(({ selector }) => selector)).size).toBe(50))
  test("suggests at most three more selectors by provider and include", () =>
    expect(suggestSelectors(["mimecast"], ["eu.mailgun.org"])).toEqual(["mimecast", "mimecast20220101", "pic"]))
})
