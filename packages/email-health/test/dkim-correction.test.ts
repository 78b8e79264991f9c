import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { correctDkim } from "../src/dkim/DkimCorrection.ts"
import { isKeyRecord, parseDkimKey } from "../src/dkim/DkimKey.ts"
import { rsaKey } from "./keys.ts"

const KEY = rsaKey(2048)
const RIGHT = `v=DKIM1; k=rsa; p=${KEY}`
const [HEAD, TAIL] = [KEY.slice(0, 200), KEY.slice(200)]
/** RFC 8463 appendix A.2. */
const ED = "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="
const WRAPPED = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), Buffer.from(ED, "base64")]).toString(
  "base64"
)

const fill = (text: string): string => text.replace("<key>", KEY).replace("<head>", HEAD).replace("<tail>", TAIL)

describe("a key record is corrected, and keeps the key and its limits", () => {
  test.each([
    'v=DKIM1; k=rsa; p=<head>" "<tail>',
    'v=DKIM1; k=rsa; p=<head>""<tail>',
    "v=DKIM1; k=rsa; p=<head>' '<tail>",
    "v=DKIM1; k=rsa; p=<head>\u201d \u201c<tail>",
    '"v=DKIM1; k=rsa; p=<key>"',
    "\u201cv=DKIM1; k=rsa; p=<key>\u201d",
    '\\"v=DKIM1; k=rsa; p=<key>\\"',
    'v=DKIM1; k=rsa; p="<key>"',
    "v=DKIM1\\; k=rsa\\; p=<key>",
    'v=DKIM1\\; k=rsa\\; p=<head>\\" \\"<tail>',
    "v=DKIM1;; k=rsa; p=<key>",
    "v=DKIM1; k=rsa;; p=<key>;",
    "; v=DKIM1; k=rsa; p=<key>",
    "v=DKIM1, k=rsa, p=<key>",
    "v=DKIM1 k=rsa p=<key>",
    "v=DKIM1k=rsap=<key>",
    "v=DKIM1; k=rsa p=<key>",
    "v:DKIM1; k:rsa; p:<key>",
    "v=dkim1; k=rsa; p=<key>",
    "v=DKIM; k=rsa; p=<key>",
    "v=DKIMl; k=rsa; p=<key>",
    "k=rsa; p=<key>; v=DKIM1",
    "v=DKIM1; v=DKIM1; k=rsa; p=<key>",
    "v=DKIM1; k=rsa; <key>",
    "v=DKIM1; k=rsa; p=p=<key>",
    "v=DKIM1; k=rsa-sha256; p=<key>",
    "v=DKIM1; k=rsa2048; p=<key>",
    "v=DKIM1; k=rsa; p=<key>=",
    "v=DKIM1; k=rsa; p=<head>\u200b<tail>",
    "v=DKIM1; k=rsa; p=<head>\\n<tail>",
    "v=DKIM1; k=rsa; p=-----BEGIN PUBLIC KEY-----<key>-----END PUBLIC KEY-----",
    'mail._domainkey\tIN\tTXT\t( "v=DKIM1; k=rsa; " "p=<head>" "<tail>" ) ; ----- DKIM key mail for example.com',
    'mail._domainkey.example.com. 3600 IN TXT "v=DKIM1; k=rsa; p=<key>"'
  ])("%s", (text) => {
    expect(isKeyRecord(fill(text))).toBe(true)
    expect(correctDkim(fill(text))).toBe(RIGHT)
  })

  test.each([
    ["the alphabet of URLs", `v=DKIM1; k=rsa; p=${KEY.replaceAll("+", "-").replaceAll("/", "_")}`, RIGHT],
    ["limits", `v=DKIM1\\; h=sha256\\; s=email\\; t=s\\; p=${KEY}`, `v=DKIM1; h=sha256; s=email; t=s; p=${KEY}`],
    ["test mode", `"v=DKIM1; t=y; p=${KEY}"`, `v=DKIM1; t=y; p=${KEY}`],
    ["notes", `v=DKIM1\\; n=ours\\; p=${KEY}`, `v=DKIM1; p=${KEY}`],
    ["a wrapped Ed25519 key", `v=DKIM1; k=ed25519; p=${WRAPPED}`, `v=DKIM1; k=ed25519; p=${ED}`],
    ["a wrapped Ed25519 key without its type", `v=DKIM1; p=${WRAPPED}`, `v=DKIM1; k=ed25519; p=${ED}`],
    ["a revoked key", 'v=DKIM1; p=""', "v=DKIM1; p="]
  ])("%s", (_, text, right) => expect(correctDkim(text)).toBe(right))

  test("never changes the octets of a key", () =>
    fc.assert(
      fc.property(
        fc.constantFrom(rsaKey(1024), rsaKey(2048), KEY),
        fc.array(
          fc.tuple(fc.nat(380), fc.constantFrom('" "', '"', "\\", "'", " ", "\u200b", "\\n", ";", "=", "x", "A")),
          {
            maxLength: 4
          }
        ),
        fc.constantFrom("v=DKIM1; k=rsa; p=", "v=DKIM1\\; p=", '"p=', "k=rsa p="),
        (key, wrong, prefix) => {
          const broken = wrong.reduce((text, [at, piece]) => text.slice(0, at) + piece + text.slice(at), key)
          const corrected = correctDkim(prefix + broken)
          if (corrected === null) return
          const parsed = parseDkimKey(corrected)
          expect(parsed.faults).toEqual([])
          const foreign = wrong.some(([, piece]) => piece === "x" || piece === "A")
          if (!foreign && parsed.data !== "") expect(parsed.data).toBe(key)
          expect(correctDkim(corrected)).toBeNull()
        }
      )
    ))
})

describe("a key record stays as it is", () => {
  test.each([
    ["right", RIGHT],
    ["right without a version", `p=${KEY}`],
    ["folded", `v=DKIM1; p=${HEAD} ${TAIL}`],
    ["revoked", "v=DKIM1; p="]
  ])("%s", (_, text) => expect(correctDkim(text)).toBeNull())
  test.each([
    ["cut off", `v=DKIM1; k=rsa; p=${HEAD}`],
    ["two keys", `v=DKIM1\\; p=${KEY}; p=${rsaKey(1024)}`],
    ["a key and a revocation", `v=DKIM1; p=; p=${KEY}`],
    ["another version", `v=DKIM2; p=${KEY}`],
    ["another purpose", `"v=DMARC1; p=reject"`],
    ["another service", `v=DKIM1\\; s=tlsrpt\\; p=${KEY}`],
    ["only SHA-1", `v=DKIM1\\; h=sha1\\; p=${KEY}`],
    ["no key", '"v=DKIM1; k=rsa"'],
    ["too long", `"v=DKIM1; p=${KEY}"${" ".repeat(8_192)}`],
    ["an Ed25519 key of another length", 'v=DKIM1; k=ed25519; p="AAAA"']
  ])("because the intent is unclear: %s", (_, text) => expect(correctDkim(text)).toBeNull())
})
