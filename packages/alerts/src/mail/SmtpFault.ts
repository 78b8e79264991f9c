import type { NodemailerError } from "nodemailer"
import type { SmtpEndpoint } from "./SmtpUrl.ts"
import { MailError, type MailReason } from "./MailError.ts"
import { refusesAddress } from "./refusesAddress.ts"

export type TransportFault = Pick<
  NodemailerError,
  "code" | "command" | "responseCode" | "response" | "originalCode" | "timeoutType" | "message"
>

const DETAIL_CHARACTERS = 300

/**
 * Returns the reason for a reply code (RFC 5321 section 4.2.1). The code 503 is about the session and not about the
 * email.
 */
const reasonOfReply = (code: number): MailReason => (code >= 500 && code < 600 && code !== 503 ? "Refused" : "Deferred")

const ABOUT_THE_MAIL: ReadonlySet<string> = new Set(["EENVELOPE", "EMESSAGE"])

const SENTENCES: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ["ECONNREFUSED", "refused the connection"],
  ["ECONNRESET", "reset the connection"],
  ["EHOSTUNREACH", "cannot be reached"],
  ["ENETUNREACH", "cannot be reached"],
  ["CONNECT_TIMEOUT", "did not accept the connection in time"],
  ["GREETING_TIMEOUT", "did not send its greeting in time"],
  ["UPGRADE_TIMEOUT", "did not finish the TLS handshake in time"],
  ["SOCKET_TIMEOUT", "stopped responding"],
  ["ETIMEDOUT", "did not answer in time"],
  ["EDNS", "could not be found because its name does not resolve"],
  ["ECONNECTION", "closed the connection"],
  ["EABORT", "did not accept the email in time"],
  ["ETLS", "could not be reached over TLS"],
  ["EAUTH", "did not accept the user name and password"],
  ["EPROTOCOL", "sent a response that is not valid SMTP"]
])

/**
 * Returns whether a code belongs to a TLS error of Node. Node's TLS errors keep their own codes instead of the
 * transport's codes.
 */
const isTlsCode = (code: string): boolean => /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_/u.test(code)

const base64 = (text: string): string => Buffer.from(text).toString("base64")

/**
 * Returns the forms in which a reply might quote the password: unchanged, percent-encoded, and in the forms of AUTH
 * PLAIN and LOGIN (RFC 4616).
 */
const secretsOf = ({ credentials }: SmtpEndpoint): ReadonlyArray<string> => {
  if (credentials === null) return []
  const { user, password } = credentials
  const forms = [
    base64(`\0${user}\0${password}`),
    base64(`${user}\0${user}\0${password}`),
    base64(password),
    encodeURIComponent(password),
    password
  ]
  return forms.flatMap((form) => [form, form.replace(/=+$/u, "")]).filter((form) => form !== "")
}

export const scrub = (text: string, endpoint: SmtpEndpoint): string =>
  secretsOf(endpoint)
    .reduce((clean, secret) => clean.replaceAll(secret, "***"), text)
    .replace(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, DETAIL_CHARACTERS)

export const toMailError = (fault: TransportFault, endpoint: SmtpEndpoint): MailError => {
  const { code = "", command = "", responseCode = null, response = "", originalCode = "", timeoutType = "" } = fault
  const said = response === "" ? "" : `: ${scrub(response, endpoint)}`
  if (ABOUT_THE_MAIL.has(code)) {
    const reason = responseCode === null ? "Refused" : reasonOfReply(responseCode)
    return new MailError({
      reason,
      responseCode,
      refusesAddress: responseCode !== null && refusesAddress({ command, code: responseCode, text: response }),
      detail: `The mail server ${reason === "Refused" ? "refused the email" : "deferred the email"}${said || `: ${scrub(fault.message, endpoint)}`}`
    })
  }
  const tls = isTlsCode(originalCode) ? ` (${originalCode})` : ""
  const sentence =
    tls === ""
      ? (SENTENCES.get(timeoutType) ?? SENTENCES.get(originalCode) ?? SENTENCES.get(code))
      : SENTENCES.get("ETLS")
  return new MailError({
    reason: "Unreachable",
    responseCode,
    detail: `The mail server ${endpoint.host} ${sentence ?? "could not be used"}${tls}${said}`
  })
}
