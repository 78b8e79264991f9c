import { type Environment, givenSetting, readSetting, SettingError, wholeNumber } from "@mon/model"
import { createPrivateKey, X509Certificate } from "node:crypto"
import { readFileSync } from "node:fs"

export interface PingMailSettings {
  /** The domain of the email addresses that receive pings, in lower case. */
  readonly host: string
  /** The address to listen on. Null: the API's address. */
  readonly listenOn: string | null
  /** 0 picks any free port. */
  readonly port: number
  /** Certificate and key in PEM form for STARTTLS. Null: connections are not encrypted. */
  readonly tls: { readonly cert: string; readonly key: string } | null
}

/** A host name in ASCII with at least two labels (RFC 1123 section 2.1). */
const HOST = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/u

const hostName = (text: string): string | undefined => {
  const host = text.toLowerCase()
  return HOST.test(host) ? host : undefined
}

const address = (text: string): string | undefined => (/^[\w.:-]+$/u.test(text) ? text : undefined)

const readText = (path: string): string => {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return ""
  }
}

const isPair = (cert: string, key: string): boolean => {
  try {
    return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))
  } catch {
    return false
  }
}

const CERTIFICATE = "MON_PING_MAIL_CERT_FILE"
const KEY = "MON_PING_MAIL_KEY_FILE"

const readTls = (env: Environment): PingMailSettings["tls"] => {
  const [certFile, keyFile] = [givenSetting(env, CERTIFICATE), givenSetting(env, KEY)]
  if (certFile === null && keyFile === null) return null
  const [variable, other] = certFile === null ? [CERTIFICATE, KEY] : [KEY, CERTIFICATE]
  if (certFile === null || keyFile === null) throw new SettingError({ variable, takes: `set, because ${other} is set` })
  const [cert, key] = [readText(certFile), readText(keyFile)]
  if (isPair(cert, key)) return { cert, key }
  throw new SettingError({
    variable: CERTIFICATE,
    takes: `the path of a readable file with a certificate in PEM form, and ${KEY} that of its private key`
  })
}

/**
 * Reads MON_PING_MAIL_HOST, MON_PING_MAIL_PORT, MON_PING_MAIL_LISTEN, MON_PING_MAIL_CERT_FILE and
 * MON_PING_MAIL_KEY_FILE. Returns null if the service receives no email.
 *
 * @throws SettingError
 */
export const readPingMailSettings = (env: Environment): PingMailSettings | null => {
  const host = readSetting<string | null>(
    env,
    "MON_PING_MAIL_HOST",
    null,
    "a domain such as ping.mon.example.com",
    hostName
  )
  const port = readSetting<number | null>(
    env,
    "MON_PING_MAIL_PORT",
    null,
    "a port number from 0 (any free port) to 65535",
    wholeNumber(0, 65_535)
  )
  const listenOn = readSetting<string | null>(
    env,
    "MON_PING_MAIL_LISTEN",
    null,
    "an address or a host name to listen on, such as 0.0.0.0",
    address
  )
  const tls = readTls(env)
  if (host !== null && port !== null) return { host, port, listenOn, tls }
  if (host === null && port === null && listenOn === null && tls === null) return null
  throw new SettingError({
    variable: host === null ? "MON_PING_MAIL_HOST" : "MON_PING_MAIL_PORT",
    takes: "set, because another MON_PING_MAIL_ variable is set"
  })
}
