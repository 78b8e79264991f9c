import { X509Certificate } from "node:crypto"
import { gunzipSync } from "node:zlib"
import type { HttpsAnswer } from "../network/Transport.ts"
import { logoProblems, type LogoProblem } from "./tinyPs.ts"

/**
 * The result for a file that a BIMI record names. `not_checked`: the file was not fetched, or the attempt to fetch the
 * file showed nothing about it.
 */
export interface BimiFileCheck<Problem extends string> {
  readonly status: "ok" | "invalid" | "not_checked"
  readonly problems: ReadonlyArray<Problem>
}

/** A problem that any file that a BIMI record names can have, whatever its content is. The codes are stable. */
export type FileProblem = "unreachable" | "certificate_of_host" | "http_status" | "redirect" | "too_large"
/** A problem with a BIMI logo or its file. The codes are stable. */
export type BimiLogoProblem = FileProblem | LogoProblem
/** A problem with a mark certificate or its file. The codes are stable. */
export type BimiCertificateProblem = FileProblem | "no_certificate" | "expired" | "wrong_domain" | "no_mark_certificate"

/**
 * The most bytes of a logo that are read. The draft recommends at most 32 KB, but the limit is higher, because findings
 * must also report larger files.
 */
export const MAX_LOGO_BYTES = 131_072
/** The most bytes of a certificate file that are read. A mark certificate contains the logo. */
export const MAX_PEM_BYTES = 262_144
/** The extended key usage of a mark certificate (draft-fetch-validation-vmc-wchuang, section 4). */
const MARK_PURPOSE = "1.3.6.1.5.5.7.3.31"
const BLOCK = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/

export const NOT_CHECKED = { status: "not_checked", problems: [] } as const

const checked = <Problem extends string>(problems: ReadonlyArray<Problem>): BimiFileCheck<Problem> => ({
  status: problems.length === 0 ? "ok" : "invalid",
  problems
})

/** Returns the bytes of a file, or its problem; null if the HTTP answer shows nothing about the file. */
const fileOf = (answer: HttpsAnswer): { readonly body: Uint8Array } | FileProblem | null => {
  if (answer.ok) {
    if (answer.status >= 300 && answer.status < 400) return "redirect"
    return answer.status === 200 ? { body: answer.body } : "http_status"
  }
  if (answer.fault === "not_checked") return null
  if (answer.fault === "too_large") return "too_large"
  return answer.fault === "certificate" ? "certificate_of_host" : "unreachable"
}

const isGzip = (body: Uint8Array): boolean => body[0] === 0x1f && body[1] === 0x8b

/** Unpacks a gzip file and returns other files unchanged; null if the file is damaged or larger than the limit. */
const unpack = (body: Uint8Array): Uint8Array | null => {
  try {
    return isGzip(body) ? gunzipSync(body, { maxOutputLength: MAX_LOGO_BYTES }) : body
  } catch {
    return null
  }
}

/** Checks a fetched logo (SVG Tiny Portable/Secure). */
export const checkLogo = (answer: HttpsAnswer): BimiFileCheck<BimiLogoProblem> => {
  const file = fileOf(answer)
  if (file === null) return NOT_CHECKED
  if (typeof file === "string") return checked([file])
  const bytes = unpack(file.body)
  return checked(bytes === null ? ["too_large" as const] : logoProblems(new TextDecoder().decode(bytes)))
}

const namesOf = ({ subjectAltName }: X509Certificate): ReadonlyArray<string> =>
  (subjectAltName ?? "")
    .split(", ")
    .filter((entry) => entry.startsWith("DNS:"))
    .map((entry) => entry.slice(4).toLowerCase())

const certificateProblems = (pem: string, domain: string, now: number): ReadonlyArray<BimiCertificateProblem> => {
  const block = BLOCK.exec(pem)?.[0]
  if (block === undefined) return ["no_certificate"]
  try {
    const leaf = new X509Certificate(block)
    const names = namesOf(leaf)
    const covered = names.some(
      (name) => name === domain || domain.endsWith(`.${name}`) || name === `default._bimi.${domain}`
    )
    return [
      ...(Date.parse(leaf.validTo) < now ? (["expired"] as const) : []),
      ...(covered ? [] : (["wrong_domain"] as const)),
      ...(leaf.keyUsage?.includes(MARK_PURPOSE) === true ? [] : (["no_mark_certificate"] as const))
    ]
  } catch {
    return ["no_certificate"]
  }
}

/** Checks the first certificate of a fetched file, but not its chain. */
export const checkMarkCertificate = (
  answer: HttpsAnswer,
  domain: string,
  now: number
): BimiFileCheck<BimiCertificateProblem> => {
  const file = fileOf(answer)
  if (file === null) return NOT_CHECKED
  return checked(
    typeof file === "string" ? [file] : certificateProblems(Buffer.from(file.body).toString("latin1"), domain, now)
  )
}
