export interface AppriseUrl {
  readonly scheme: string
  readonly user: string
  readonly password: string
  readonly host: string
  /** The port with its colon, or empty. */
  readonly port: string
  /** The non-empty parts of the path. A part may begin with `#` or `@`. */
  readonly path: ReadonlyArray<string>
  readonly query: ReadonlyMap<string, string>
}

const LONGEST = 2_000
const FORM = /^([a-z][a-z0-9]{0,19}):\/\/([^?]*)(?:\?(.*))?$/iu
const CONTROL = /[\p{Cc}\s]/u

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const splitAt = (text: string, index: number): readonly [string, string] =>
  index === -1 ? [text, ""] : [text.slice(0, index), text.slice(index + 1)]

/**
 * Returns whether a secret before the `@` contains an unencoded `/` or `?`, which would end the secret too early. A
 * part of a path may begin with an `@`, and a value in a query may contain one.
 */
export const hasOpenSecret = (text: string): boolean => {
  const [, , rest = "", search = ""] = FORM.exec(text.trim()) ?? []
  const [authority, path] = splitAt(rest, rest.indexOf("/"))
  if (authority.includes("@")) return false
  return /[^/]@/u.test(path) || /^[^=&]*@|@[^&]*\//u.test(search)
}

/**
 * Reads the parts of an Apprise URL. An Apprise URL is not always a valid URL by the URL standard. Null if the text is
 * not an Apprise URL.
 */
export const parseAppriseUrl = (text: string): AppriseUrl | null => {
  const trimmed = text.trim()
  const match = trimmed.length > LONGEST || CONTROL.test(trimmed) ? null : FORM.exec(trimmed)
  if (match === null) return null
  const [, scheme = "", rest = "", search = ""] = match
  const [authority, path] = splitAt(rest, rest.indexOf("/"))
  const at = authority.lastIndexOf("@")
  const [user, password] = splitAt(at === -1 ? "" : authority.slice(0, at), authority.indexOf(":"))
  const hostAndPort = authority.slice(at + 1)
  const port = /:\d{1,5}$/u.exec(hostAndPort)?.[0] ?? ""
  return {
    scheme: scheme.toLowerCase(),
    user: decoded(at === -1 || authority.indexOf(":") > at ? authority.slice(0, Math.max(0, at)) : user),
    password: decoded(authority.indexOf(":") > at ? "" : password),
    host: decoded(hostAndPort.slice(0, hostAndPort.length - port.length)),
    port,
    path: path
      .split("/")
      .filter((part) => part !== "")
      .map(decoded),
    query: new Map(new URLSearchParams(search))
  }
}
