import type { Zone } from "@mon/dns"
import { createRequire } from "node:module"
import { createHash, generateKeyPairSync, sign as signBytes } from "node:crypto"

interface SignOptions {
  readonly signingDomain: string
  readonly selector: string
  readonly privateKey: string
  readonly [name: string]: unknown
}

interface Signers {
  readonly dkimSign: (
    message: string | Buffer,
    options: {
      readonly headerList?: unknown
      readonly expires?: unknown
      readonly signatureData: ReadonlyArray<SignOptions>
    }
  ) => Promise<{ readonly signatures: string; readonly errors: ReadonlyArray<unknown> }>
  readonly sealMessage: (message: string | Buffer, seal: SignOptions) => Promise<Buffer>
}

const require = createRequire(import.meta.url)
/** mailauth signs the messages, so that the tests compare two implementations of the RFCs. */
const { dkimSign } = require("mailauth/lib/dkim/sign") as Pick<Signers, "dkimSign">
const { sealMessage } = require("mailauth/lib/arc") as Pick<Signers, "sealMessage">

const rsaPair = (bits: number) => {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: bits })
  return {
    privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    record: `v=DKIM1; k=rsa; p=${publicKey.export({ type: "spki", format: "der" }).toString("base64")}`,
    bareRecord: `v=DKIM1; p=${publicKey.export({ type: "pkcs1", format: "der" }).toString("base64")}`
  }
}

const edPair = () => {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519")
  const raw = publicKey.export({ type: "spki", format: "der" }).subarray(-32).toString("base64")
  const record = `v=DKIM1; k=ed25519; p=${raw}`
  return { privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(), record, bareRecord: record }
}

export const rsa = rsaPair(2048)
export const anotherRsa = rsaPair(2048)
export const shortRsa = rsaPair(1024)
export const ed25519 = edPair()

/** Returns a zone with an SPF, a DKIM and a DMARC record of example.com. */
export const zoneOf = (records: Zone = {}): Zone => ({
  "example.com": { TXT: ["v=spf1 ip4:192.0.2.0/24 -all"] },
  "_dmarc.example.com": { TXT: ["v=DMARC1; p=reject"] },
  "s1._domainkey.example.com": { TXT: [rsa.record] },
  ...records
})

/** The headers of a message without findings. */
const HEADERS: Readonly<Record<string, string>> = {
  From: "Ada <ada@example.com>",
  To: "Bob <bob@example.net>",
  Subject: "Dinner",
  Date: "Sat, 21 Nov 2026 08:15:00 +0000",
  "Message-ID": "<1@example.com>",
  "MIME-Version": "1.0",
  "Content-Type": "text/plain; charset=utf-8"
}

/** Returns a message with some headers changed, added, or removed (null). */
export const messageWith = (
  changes: Readonly<Record<string, string | null>> = {},
  body = "Hi.\r\n\r\nAre you hungry yet?\r\n"
): string =>
  `${Object.entries({ ...HEADERS, ...changes })
    .flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}\r\n`]))
    .join("")}\r\n${body}`

/** Returns the message with a signature of example.com on top. */
export const sign = async (
  message: string,
  { headerList, ...options }: Readonly<Record<string, unknown>> = {}
): Promise<string> => {
  const { errors, signatures } = await dkimSign(message, {
    ...(headerList === undefined ? {} : { headerList }),
    signatureData: [
      {
        signingDomain: "example.com",
        selector: "s1",
        privateKey: rsa.privateKey,
        canonicalization: "relaxed/relaxed",
        ...options
      }
    ]
  })
  if (errors.length > 0) throw new Error(`The message was not signed: ${JSON.stringify(errors)}`)
  return signatures + message
}

/**
 * Returns the message with a signature on top that has exactly the given tags, which other signers do not write. The
 * message must have neither folded nor repeated headers. `signed` contains the names in "h" that the message has.
 */
export const signAs = (message: string, tags: string, signed: ReadonlyArray<string>): string => {
  const cut = message.indexOf("\r\n\r\n")
  const bodyHash = createHash("sha256")
    .update(message.slice(cut + 4))
    .digest("base64")
  const fields = message
    .slice(0, cut)
    .split("\r\n")
    .map((line) => line.replace(/^([^:]+):\s*/, (_, name: string) => `${name.toLowerCase()}:`))
  const value = `v=1; a=rsa-sha256; c=relaxed/relaxed; s=s1; ${tags} bh=${bodyHash}; b=`
  const lines = signed.map((name) => fields.find((field) => field.startsWith(`${name}:`)) ?? "")
  const text = [...lines, `dkim-signature:${value}`].join("\r\n")
  return `DKIM-Signature: ${value}${signBytes("sha256", Buffer.from(text), rsa.privateKey).toString("base64")}\r\n${message}`
}

/** Returns the message with another ARC set on top. */
export const seal = async (message: string, domain: string, instance: number): Promise<string> => {
  const headers = await sealMessage(message, {
    signingDomain: domain,
    selector: "arc",
    privateKey: rsa.privateKey,
    cv: instance === 1 ? "none" : "pass",
    i: instance,
    authResults: `${domain}; dkim=pass header.d=example.com`
  })
  return headers.toString() + message
}
