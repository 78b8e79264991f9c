import { isIP, isIPv4 } from "node:net"
import type { Timings } from "../CheckResult.ts"
import type { Failure } from "../Outcome.ts"
import type { ConnectionFacts } from "../service/Connection.ts"
import type { CertificateFacts, ChainLink } from "../tls/CertificateFacts.ts"
import type { ProbeModule } from "./ProbeModule.ts"
import { gauge, type Metric, type ProbeFailure } from "./ProbeReport.ts"

const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

const groups = (text: string): ReadonlyArray<string> => (text === "" ? [] : text.split(":"))

const bytesOfIPv6 = (address: string): ReadonlyArray<number> => {
  // If an IPv6 address ends with an IPv4 address, a URL contains the IPv4 address as two groups.
  const { hostname } = new URL(`http://[${address.replace(/%.*$/u, "")}]`)
  const [head = "", tail] = hostname.slice(1, -1).split("::")
  const [before, after] = [groups(head), groups(tail ?? "")]
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0")
  return [...before, ...zeros, ...after].flatMap((group) => {
    const value = Number.parseInt(group, 16)
    return [value >> 8, value & 0xff]
  })
}

/** Returns the hash of an IP address as blackbox_exporter computes it (32-bit FNV-1a of its bytes). */
export const addressHash = (address: string): number => {
  const bytes = isIPv4(address) ? address.split(".").map(Number) : bytesOfIPv6(address)
  return bytes.reduce((hash, byte) => Math.imul(hash ^ byte, FNV_PRIME) >>> 0, FNV_OFFSET)
}

/** Converts microseconds to seconds. Null becomes 0. */
export const seconds = (micros: number | null): number => (micros ?? 0) / 1_000_000

/** Converts a time in ISO 8601 to seconds since 1970. */
const moment = (iso: string): number => Math.floor(Date.parse(iso) / 1_000)

/** Go's zero time, in seconds since 1970, which blackbox_exporter reports if there is no valid chain. */
const NO_TIME = -62_135_596_800

/** Returns the certificate chain without the root, because servers do not send the root. */
const sentBy = (chain: ReadonlyArray<ChainLink>): ReadonlyArray<ChainLink> => {
  const sent = chain.filter(({ issuer, subject }) => issuer !== subject)
  return sent.length === 0 ? chain : sent
}

const earliest = (chain: ReadonlyArray<ChainLink>): number => Math.min(...chain.map(({ validTo }) => moment(validTo)))

const SUITE = /^(?:(ECDHE|DHE)-(RSA|ECDSA)-)?(?:AES(128|256)(?:-(GCM))?-(SHA\d*)|(CHACHA20-POLY1305))$/u

/** Returns the standard name of a cipher suite, such as TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, for its OpenSSL name. */
const suiteName = (cipher: string): string => {
  const found = SUITE.exec(cipher)
  if (found === null) return cipher
  const [, exchange, signature, bits, gcm = "CBC", hash = "SHA256", chacha] = found
  const keys = exchange === undefined ? "RSA" : `${exchange}_${signature}`
  return `TLS_${keys}_WITH_${chacha === undefined ? `AES_${bits}_${gcm}` : "CHACHA20_POLY1305"}_${hash}`
}

/** Removes the spaces between the parts of a distinguished name (RFC 4514). Commas in values are escaped. */
const plainName = (name: string): string => name.replaceAll(/(?<!\\), /gu, ",")

/** Returns whether a name in a certificate is a DNS name. blackbox_exporter leaves out addresses. */
const isDnsName = (name: string): boolean => isIP(name) === 0 && /^[\w*.-]+$/u.test(name)

export const certificateMetrics = (certificate: CertificateFacts): ReadonlyArray<Metric> => {
  const chain = certificate.chain.length === 0 ? [certificate] : certificate.chain
  const isTrusted = certificate.chainError === null
  return [
    gauge(
      "probe_ssl_earliest_cert_expiry",
      "The time when the first certificate of the chain expires, in seconds since 1970",
      earliest(sentBy(chain))
    ),
    gauge(
      "probe_ssl_last_chain_expiry_timestamp_seconds",
      "The time when the trusted chain expires",
      isTrusted ? earliest(chain) : NO_TIME
    ),
    gauge("probe_ssl_last_chain_info", "The server's certificate", 1, {
      fingerprint_sha256: certificate.fingerprint256.replaceAll(":", "").toLowerCase(),
      issuer: plainName(certificate.issuer),
      serialnumber: certificate.serialNumber.toLowerCase(),
      subject: plainName(certificate.subject),
      subjectalternative: certificate.names.filter(isDnsName).join(",")
    }),
    gauge("probe_tls_cipher_info", "The TLS cipher suite", 1, { cipher: suiteName(certificate.cipher) }),
    gauge("probe_tls_version_info", "The TLS version", 1, {
      version: certificate.protocol.replace(
        /^TLSv(\d)(?:\.(\d))?$/u,
        (_text, major: string, minor = "0") => `TLS ${major}.${minor}`
      )
    })
  ]
}

export const addressMetrics = (address: string | null): ReadonlyArray<Metric> => [
  gauge(
    "probe_ip_addr_hash",
    "A hash of the address. It changes when the address changes",
    address === null ? 0 : addressHash(address)
  ),
  gauge("probe_ip_protocol", "The IP version: 4 or 6", address === null ? 0 : isIPv4(address) ? 4 : 6)
]

/** Returns the address to which the probe connected, or else the first address that it tried. */
export const triedAddress = ({
  address,
  attempts,
  blocked
}: Pick<ConnectionFacts, "address" | "attempts" | "blocked">): string | null =>
  address ?? (blocked === undefined ? (attempts?.[0]?.address ?? null) : null)

export const sharedMetrics = (
  failure: ProbeFailure | null,
  durationMs: number,
  timeoutMs: number,
  { dnsUs }: Pick<Timings, "dnsUs">
): ReadonlyArray<Metric> => [
  gauge("probe_success", "Whether the probe succeeded", failure === null ? 1 : 0),
  gauge("probe_duration_seconds", "How long the probe took", durationMs / 1_000),
  gauge("probe_timeout_seconds", "The probe's timeout", timeoutMs / 1_000),
  gauge("probe_outcome_info", "The outcome code in @mon/uptime-probe", 1, { outcome: failure?.outcome ?? "ok" }),
  gauge("probe_dns_lookup_time_seconds", "How long the first name resolution took", seconds(dnsUs))
]

/** Returns the reason why a module does not accept a certificate, or null if the module accepts it. */
export const refusedCertificate = (
  { ignoredProblems, verifies }: Pick<ProbeModule, "ignoredProblems" | "verifies">,
  { problems }: Pick<CertificateFacts, "problems">
): Failure | null => {
  const counted = verifies ? problems.filter((problem) => !ignoredProblems.includes(problem)) : []
  return counted.length === 0
    ? null
    : { outcome: "tls_handshake", message: `The certificate is not valid (${counted.join(", ")}).` }
}

/** Probes over the preferred address family. If the name has no such address, probes over the other family. */
export const overFamilies = async <Result>(
  family: ProbeModule["family"],
  ask: (only: 4 | 6 | null) => Promise<Result>,
  lacksFamily: (result: Result) => boolean
): Promise<Result> => {
  const first = await ask(family === null ? null : family.preferred)
  return family?.fallback === true && lacksFamily(first) ? ask(family.preferred === 4 ? 6 : 4) : first
}
