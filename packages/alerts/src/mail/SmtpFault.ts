import type { NodemailerError } from "nodemailer"
import type { SmtpEndpoint } from "./SmtpUrl.ts"
import { MailError, type MailReason } from "./MailError.ts"

/** What the transport reports of a mail server that refused, or could not be reached. */
export type TransportFault = Pick<
  NodemailerError,
  "code" | "responseCode" | "response" | "originalCode" | "timeoutType" | "message"
>

const DETAIL_CHARACTERS = 300

/** RFC 5321 section 4.2.1; 503 blames the session and not the email. */
const reasonOfReply = (code: number): MailReason => (code >= 500 && code < 600 && code !== 503 ? "Refused" : "Deferred")

/** Codes of faults that are about the email itself. */
const ABOUT_THE_MAIL: ReadonlySet<string> = new Set(["EENVELOPE", "EMESSAGE"])

const SENTENCES: Readonly<Record<string, string>> = {
  ECONNREFUSED: "refused the connection",
  ECONNRESET: "reset the connection",
  EHOSTUNREACH: "cannot be reached",
  ENETUNREACH: "cannot be reached",
  CONNECT_TIMEOUT: "did not accept the connection in time",
  GREETING_TIMEOUT: "did not greet in time",
  UPGRADE_TIMEOUT: "did not finish the TLS handshake in time",
  SOCKET_TIMEOUT: "fell silent",
  ETIMEDOUT: "did not answer in time",
  EDNS: "has a name that could not be resolved",
  ECONNECTION: "closed the connection",
  EABORT: "did not take the email in time",
  ETLS: "could not be spoken to over TLS",
  EAUTH: "did not accept the sign-in",
  EPROTOCOL: "did not answer as a mail server does"
}

/** TLS errors of Node carry their own codes below the transport's. */
const isTlsCode = (code: string): boolean => /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_/u.test(code)

const base64 = (text: string): string => Buffer.from(text).toString("base64")

/**
 * Everything a reply might quote of the password: as it is, percent-encoded, and in the forms of AUTH PLAIN and LOGIN
 * (RFC 4616).
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

/** One line without the password; long ones are cut. */
export const scrub = (text: string, endpoint: SmtpEndpoint): string =>
  secretsOf(endpoint)
    .reduce((clean, secret) => clean.replaceAll(secret, "***"), text)
    .replace(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, DETAIL_CHARACTERS)

/** The MailError of a fault of the transport. */
export const toMailError = (fault: TransportFault, endpoint: SmtpEndpoint): MailError => {
  const { code = "", responseCode = null, response = "", originalCode = "", timeoutType = "" } = fault
  const said = response === "" ? "" : `: ${scrub(response, endpoint)}`
  if (ABOUT_THE_MAIL.has(code)) {
    const reason = responseCode === null ? "Refused" : reasonOfReply(responseCode)
    return new MailError({
      reason,
      responseCode,
      detail: `The mail server ${reason === "Refused" ? "refused the email" : "put the email off"}${said || `: ${scrub(fault.message, endpoint)}`}`
    })
  }
  const tls = isTlsCode(originalCode) ? ` (${originalCode})` : ""
  const sentence =
    tls === "" ? (SENTENCES[timeoutType] ?? SENTENCES[originalCode] ?? SENTENCES[code]) : SENTENCES["ETLS"]
  return new MailError({
    reason: "Unreachable",
    responseCode,
    detail: `The mail server ${endpoint.host} ${sentence ?? "could not be used"}${tls}${said}`
  })
}
