import { secretly, argumentsOf, aString } from "@mon/bundled/arguments"
import { isIPv4 } from "node:net"

const acceptParseSmtpUrl = /* @__PURE__ */ argumentsOf("parseSmtpUrl", () => ({ text: secretly(aString) }))

/**
 * The security of the connection. "implicit" is TLS from the first byte, "required" is STARTTLS, "optional" is STARTTLS
 * if the server offers it, and "off" is no TLS. Certificates are always verified.
 */
export type SmtpTls = "implicit" | "required" | "optional" | "off"

/** The mail server for sending emails. */
export interface SmtpEndpoint {
  /** The host name or address, without brackets. */
  readonly host: string
  readonly port: number
  readonly tls: SmtpTls
  readonly credentials: { readonly user: string; readonly password: string } | null
  /** The name with which this client introduces itself in EHLO. Null for the name of the machine. */
  readonly clientName: string | null
}

/** The endpoint, or a sentence that describes the allowed URLs and never quotes the given URL. */
export type SmtpUrl =
  | { readonly ok: true; readonly endpoint: SmtpEndpoint }
  | { readonly ok: false; readonly message: string }

/** The default ports (RFC 6409 section 3.1, RFC 8314 section 7.3). */
const PORTS: ReadonlyMap<string, number> = /* @__PURE__ */ new Map([
  ["smtp:", 587],
  ["smtps:", 465]
])
const MODES: ReadonlyArray<SmtpTls> = ["required", "optional", "off"]
const URL_CHARACTERS = 2_048
const CLIENT_NAME = /^[A-Za-z0-9.:[\]-]{1,255}$/u

const FORM = "must be a URL such as smtp://user:password@mail.example.com:587 or smtps://mail.example.com"

const isLoopback = (host: string): boolean =>
  host === "localhost" || host.endsWith(".localhost") || host === "::1" || (isIPv4(host) && host.startsWith("127."))

const decode = (text: string): string | null => {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/**
 * Reads `smtp[s]://user:password@host:port?tls=required|optional|off&name=…`. The default of `tls` is `required`, or
 * `off` for a server on this machine.
 *
 * @example
 * parseSmtpUrl("smtps://mail.example.com") // => { ok: true, endpoint: { host: "mail.example.com", port: 465, tls: "implicit", credentials: null, clientName: null } }
 */
export const parseSmtpUrl = (text: string): SmtpUrl => {
  acceptParseSmtpUrl(text)
  const url = text.length > URL_CHARACTERS ? null : URL.parse(text)
  const port = PORTS.get(url?.protocol ?? "")
  if (url === null || port === undefined || url.hostname === "" || !/^\/?$/u.test(url.pathname) || url.hash !== "")
    return { ok: false, message: FORM }
  const unknown = [...url.searchParams.keys()].find((key) => key !== "tls" && key !== "name")
  if (unknown !== undefined) return { ok: false, message: "must have no parameters other than tls and name" }

  const host = url.hostname.replace(/^\[(.*)\]$/u, "$1")
  const asked = url.searchParams.get("tls") ?? (isLoopback(host) ? "off" : "required")
  const starttls = MODES.find((mode) => mode === asked)
  if (starttls === undefined)
    return { ok: false, message: `must have one of these values for tls: ${MODES.join(", ")}` }
  if (url.protocol === "smtps:" && url.searchParams.has("tls"))
    return { ok: false, message: "must not have the tls parameter with smtps://, because smtps:// always uses TLS" }
  const clientName = url.searchParams.get("name")
  if (clientName !== null && !CLIENT_NAME.test(clientName))
    return { ok: false, message: "must have this machine's host name in the name parameter" }

  const user = decode(url.username)
  const password = decode(url.password)
  if (user === null || password === null)
    return { ok: false, message: "must contain the user and the password in percent-encoding" }
  if ((user === "") !== (password === ""))
    return { ok: false, message: "must contain both a user and a password, or neither" }
  return {
    ok: true,
    endpoint: {
      host,
      port: url.port === "" ? port : Number(url.port),
      tls: url.protocol === "smtps:" ? "implicit" : starttls,
      credentials: user === "" ? null : { user, password },
      clientName
    }
  }
}
