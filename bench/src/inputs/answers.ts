import {
  correctSpf,
  logoProblems,
  parseBimi,
  parseDkimKey,
  parseDmarc,
  parseMtaStsPolicy,
  parseSpf,
  parseTlsRpt
} from "@mon/email-health"
import { X509Certificate } from "node:crypto"
import { decodeDnsMessage, type KnownType } from "@mon/dns"
// @boundaries-ignore the parser is not exported
import { decode } from "../../../packages/dns/src/wire/Message.ts"
// @boundaries-ignore the parser is not exported
import { readKnown } from "../../../packages/dns/src/wire/WireData.ts"
// @boundaries-ignore the parser is not exported
import { checkMarkCertificate } from "../../../packages/email-health/src/extras/bimi.ts"
// @boundaries-ignore the parser is not exported
import { fingerprintsOf } from "../../../packages/email-health/src/network/CertificateFingerprints.ts"
// @boundaries-ignore the parser is not exported
import { judgeCertificate } from "../../../packages/email-health/src/network/judgeCertificate.ts"
// @boundaries-ignore the parser is not exported
import { readSmtpReply } from "../../../packages/email-health/src/network/SmtpReply.ts"
// @boundaries-ignore the parser is not exported
import { parseHead } from "../../../packages/uptime-probe/src/http/HttpHead.ts"
// @boundaries-ignore the parser is not exported
import { parseRdap } from "../../../packages/uptime-probe/src/expiry/RdapAnswer.ts"
// @boundaries-ignore the parser is not exported
import { parseWhois } from "../../../packages/uptime-probe/src/expiry/WhoisAnswer.ts"
import { each, fill, type InputCase, KIB, numbered } from "./InputCase.ts"

const TXT = 64 * KIB - 512
const DNS = 65_535

const header = (answers: number): Buffer => {
  const bytes = Buffer.alloc(12)
  bytes.writeUInt16BE(0x8180, 2)
  bytes.writeUInt16BE(answers, 6)
  return bytes
}

/** Records whose owner is a long name, by a pointer of two bytes. */
const dnsRecords = (type: number, data: Buffer, owner: Buffer): Buffer => {
  const first = Buffer.concat([owner, record(type, data)])
  const other = Buffer.concat([Buffer.from([0xc0, 12]), record(type, data)])
  const count = 1 + Math.floor((DNS - 12 - first.length) / other.length)
  return Buffer.concat([header(count), first, ...Array.from({ length: count - 1 }, () => other)])
}

const record = (type: number, data: Buffer): Buffer => {
  const fixed = Buffer.alloc(10)
  fixed.writeUInt16BE(type, 0)
  fixed.writeUInt16BE(1, 2)
  fixed.writeUInt16BE(data.length, 8)
  return Buffer.concat([fixed, data])
}

const shortLabels = Buffer.concat([...Array.from({ length: 126 }, () => Buffer.from([1, 0x41])), Buffer.from([0])])
const oddLabels = Buffer.concat([...Array.from({ length: 126 }, () => Buffer.from([1, 0x2e])), Buffer.from([0])])
const pointer = Buffer.from([0xc0, 12])

/** A parameter of a service (RFC 9460 section 2.2), and a record with some. */
const parameter = (key: number, value = Buffer.alloc(0)): Buffer =>
  Buffer.concat([Buffer.from([key >> 8, key & 0xff, value.length >> 8, value.length & 0xff]), value])
const service = (rest: Buffer): Buffer => Buffer.concat([Buffer.from([0, 1, 0]), rest])
const parameters = Buffer.concat(Array.from({ length: 64 }, (_, n) => parameter(n + 8)))
const protocols = Buffer.alloc(64_000, Buffer.from([1, 0x2c]))

const dns: Readonly<Record<string, Buffer>> = {
  "addresses for a long name": dnsRecords(1, Buffer.from([127, 0, 0, 1]), shortLabels),
  "name servers with long names": dnsRecords(2, pointer, shortLabels),
  "mail servers whose labels need an escape": dnsRecords(15, Buffer.concat([Buffer.from([0, 1]), pointer]), oddLabels),
  "texts of no characters": dnsRecords(16, Buffer.alloc(200), Buffer.from([0])),
  "text that needs escapes": dnsRecords(16, Buffer.concat([Buffer.from([255]), Buffer.alloc(255)]), Buffer.from([0])),
  "services with 64 parameters": dnsRecords(65, service(parameters), Buffer.from([0])),
  "a service with thousands of protocols": dnsRecords(65, service(parameter(1, protocols)), Buffer.from([0])),
  "pointers to pointers": Buffer.concat([
    header(20),
    Buffer.from([0]),
    record(
      16,
      Buffer.concat(
        Array.from({ length: 8_000 }, (_, n) => Buffer.from([0xc0 | ((n * 2 + 20) >> 8), (n * 2 + 20) & 0xff]))
      )
    )
  ])
}

const TYPES = new Map<number, KnownType>([
  [1, "A"],
  [2, "NS"],
  [15, "MX"],
  [16, "TXT"],
  [65, "HTTPS"]
])

const readMessage = (bytes: Buffer) =>
  decode(bytes)?.answers.map(({ end, start, ttl, type }) => {
    const known = TYPES.get(type)
    return known === undefined ? null : readKnown(known, bytes, { start, end, ttl })
  })

const spf: Readonly<Record<string, string>> = {
  includes: `v=spf1 ${numbered((n) => `include:${n}.a `, TXT)}`,
  networks: `v=spf1 ${numbered((n) => `ip4:10.${n % 256}.${(n >> 8) % 256}.1 `, TXT)}`,
  macros: `v=spf1 exists:${fill("%{ir}.", TXT)}`,
  "one long word": `v=spf1 ${fill("a", TXT)}`,
  "open macros": `v=spf1 ${fill("a:%{", TXT)}`,
  slashes: `v=spf1 ${fill("a//", TXT)}`,
  "IPv6 networks": `v=spf1 ${fill("ip6:::1/64 ", TXT)}`,
  spaces: `v=spf1${" ".repeat(TXT)}x`
}

const tags = (start: string): Readonly<Record<string, string>> => ({
  "different tags": `${start};${numbered((n) => `a${n.toString(36)}=1;`, TXT)}`,
  "one tag again and again": `${start};${fill("p=a;", TXT)}`,
  spaces: `${start};p=${" ".repeat(TXT)}x`,
  semicolons: `${start}${";".repeat(TXT)}`,
  "report addresses": `${start};p=none;rua=${fill("mailto:a@b.c!1m,", TXT)}`,
  "base64 text": `${start};p=${fill("MIIB", TXT)}`,
  "equals signs": `${start};${"=".repeat(TXT)}`
})

/** Below 64 KiB with the fields before it. */
const POLICY = 64 * KIB - 100
const policies: Readonly<Record<string, string>> = {
  "mail servers": `version: STSv1\nmode: enforce\nmax_age: 1\n${fill("mx: a.b\n", POLICY)}`,
  "empty lines": `version: STSv1\n${fill("\r\n", POLICY)}`,
  spaces: `version:${" ".repeat(POLICY)}x`,
  colons: ":".repeat(64 * KIB)
}

const LOGO = 128 * KIB
const logos: Readonly<Record<string, string>> = {
  "less-than signs": fill("<", LOGO),
  elements: `<svg>${fill("<g>", LOGO)}`,
  "attributes without a value": `<svg ${fill("a ", LOGO)}`,
  attributes: `<svg ${numbered((n) => `a${n}="" `, LOGO)}>`,
  "comments that never end": fill("<!--", LOGO),
  "quotes that never end": fill('<a b="', LOGO),
  spaces: `<svg${" ".repeat(LOGO)}=`
}

const REPLY = 16 * KIB
/** The shortest pieces in which a reply can arrive again and again without a delay that the deadline notices. */
const PIECE = 64
const replies: Readonly<Record<string, string>> = {
  "short lines": fill("250-\r\n", REPLY),
  "long lines": fill(`250-${"a".repeat(2_000)}\r\n`, REPLY),
  "no line": fill("2", REPLY)
}

/** Reads a reply that arrives in small pieces, as the connection to a mail host does. */
const readInPieces = (reply: string) => {
  for (let end = PIECE; end <= reply.length; end += PIECE) readSmtpReply(reply.slice(0, end))
}

const PEM = 256 * KIB
const BEGIN = "-----BEGIN CERTIFICATE-----\n"
const markFiles: Readonly<Record<string, string>> = {
  "beginnings of certificates": fill(BEGIN, PEM),
  "a certificate that never ends": `${BEGIN}${fill("A", PEM)}`,
  "a certificate of zeros": `${BEGIN}${fill("A", PEM - 100)}\n-----END CERTIFICATE-----`,
  spaces: `${BEGIN}${" ".repeat(PEM)}`
}

const readMarkFile = (text: string) =>
  checkMarkCertificate(
    { ok: true, status: 200, contentType: null, body: new TextEncoder().encode(text) },
    "a.example",
    0
  )

/** As many links as are read, each with the largest certificate. */
const judgeChain = (der: Buffer) => {
  const chain = Array.from({ length: 6 }, () => der)
  return [
    judgeCertificate({ host: "mx.a.example", chain, chainError: null, protocol: "TLSv1.3" }, 0),
    chain.map((link) => fingerprintsOf([link, link]))
  ]
}

const RDAP = 256 * KIB
const rdap: Readonly<Record<string, string>> = {
  events: `{"objectClassName":"domain","ldhName":"a.example","events":[${fill('{"eventAction":"expiration","eventDate":"2027-01-01T00:00:00Z"},', RDAP - 200)}{}]}`,
  entities: `{"objectClassName":"domain","ldhName":"a.example","entities":[${fill('{"roles":["registrar"],"vcardArray":["vcard",[["fn",{},"text","x"]]]},', RDAP - 200)}{}]}`,
  "entities in entities": `{"objectClassName":"domain","ldhName":"a.example",${fill('"entities":[{', RDAP / 2)}`,
  statuses: `{"objectClassName":"domain","ldhName":"a.example","status":[${fill('"active",', RDAP - 200)}"x"]}`,
  "empty arrays": `{"ldhName":"a.example","events":[${fill("[],", RDAP - 100)}0]}`
}

const WHOIS = 256 * KIB
const whois: Readonly<Record<string, string>> = {
  "expiry dates": fill("Registry Expiry Date: 2027-01-01T00:00:00Z\n", WHOIS),
  "dates of unknown order": fill("expires: 01.02.2027\n", WHOIS),
  statuses: fill("Domain Status: clientTransferProhibited\n", WHOIS),
  "short lines": fill("a:\n", WHOIS),
  "one line": fill("Expiry Date: ", WHOIS),
  spaces: `Expiry Date:${" ".repeat(WHOIS)}x`,
  "no match": fill("no match for no match\n", WHOIS),
  brackets: fill("[Expires on]", WHOIS)
}

const HEAD = 32 * KIB
const heads: Readonly<Record<string, string>> = {
  "short fields": `HTTP/1.1 200 OK\r\n${fill("a:b\r\n", HEAD)}\r\n`,
  "different fields": `HTTP/1.1 200 OK\r\n${numbered((n) => `${n.toString(36)}:\r\n`, HEAD)}\r\n`,
  cookies: `HTTP/1.1 200 OK\r\n${fill("set-cookie:a=b\r\n", HEAD)}\r\n`,
  spaces: `HTTP/1.1 200 OK\r\na:${" ".repeat(HEAD)}x\r\n\r\n`,
  "folded lines": `HTTP/1.1 200 OK\r\na:b${fill("\r\n ", HEAD)}\r\n\r\n`
}

/** Answers of servers that strangers run. */
export const answers = (certificates: Readonly<Record<string, Buffer>>): ReadonlyArray<InputCase> => [
  {
    name: "DNS message with its records as text",
    limit: "65,535 bytes",
    place: "event loop",
    shapes: each(decodeDnsMessage, dns)
  },
  { name: "DNS message", limit: "65,535 bytes", place: "event loop", shapes: each(readMessage, dns) },
  { name: "SPF record", limit: "64 KiB", place: "event loop", shapes: each(parseSpf, spf) },
  { name: "correcting an SPF record", limit: "64 KiB", place: "event loop", shapes: each(correctSpf, spf) },
  { name: "DMARC record", limit: "64 KiB", place: "event loop", shapes: each(parseDmarc, tags("v=DMARC1")) },
  { name: "DKIM key", limit: "64 KiB", place: "event loop", shapes: each(parseDkimKey, tags("v=DKIM1")) },
  { name: "MTA-STS policy", limit: "64 KiB", place: "event loop", shapes: each(parseMtaStsPolicy, policies) },
  { name: "TLS-RPT record", limit: "64 KiB", place: "event loop", shapes: each(parseTlsRpt, tags("v=TLSRPTv1")) },
  { name: "BIMI record", limit: "64 KiB", place: "event loop", shapes: each(parseBimi, tags("v=BIMI1")) },
  { name: "BIMI logo", limit: "128 KiB", place: "event loop", shapes: each(logoProblems, logos) },
  { name: "mark certificate", limit: "256 KiB", place: "event loop", shapes: each(readMarkFile, markFiles) },
  { name: "mail host's reply", limit: "16 KiB", place: "event loop", shapes: each(readInPieces, replies) },
  {
    name: "mail host's certificates",
    limit: "6, 64 KiB each",
    place: "event loop",
    shapes: each(judgeChain, certificates)
  },
  {
    name: "RDAP answer",
    limit: "256 KiB",
    place: "event loop",
    shapes: each((text) => parseRdap(text, "a.example"), rdap)
  },
  {
    name: "WHOIS answer",
    limit: "256 KiB",
    place: "event loop",
    shapes: each((text) => parseWhois(text, "a.example"), whois)
  },
  { name: "HTTP header section", limit: "32 KiB", place: "event loop", shapes: each(parseHead, heads) },
  {
    name: "certificate",
    limit: "100 KB (OpenSSL)",
    place: "event loop",
    shapes: each((raw) => {
      const certificate = new X509Certificate(raw)
      return [certificate.subject, certificate.subjectAltName, certificate.publicKey.asymmetricKeyType]
    }, certificates)
  }
]
