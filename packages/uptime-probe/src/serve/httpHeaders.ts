import { isSettableHeader } from "../probe/RequestPlan.ts"
import type { ConfigSection } from "./ConfigSection.ts"
import { fileText, isText, type ReadNamedFile, textOrFile } from "./moduleOptions.ts"

export interface RequestHeaders {
  readonly fields: Readonly<Record<string, string>>
  readonly userAgent: string | undefined
  readonly host: string | null
  readonly acceptEncoding: string | null
}

const HEADER_VALUE = /^[\t\u0020-\u007e\u0080-\u00ff]*$/u

const HOST = /^(?:\[[\da-f:.]+\]|[^\s:/?#@\\[\]%]+)(?::\d{1,5})?$/iu

/** An item in an Accept-Encoding header, with a content coding that the probe can decode. */
const CODING = /^\s*(?:gzip|deflate|br|zstd|identity)\s*(?:;\s*q=[01](?:\.\d{0,3})?\s*)?$/iu

const isDecodable = (value: string): boolean => value.split(",").every((item) => CODING.test(item))

const secretOf = (section: ConfigSection, name: string, readFile: ReadNamedFile): string | undefined =>
  textOrFile(section, name, readFile)?.trim()

const authorizations = (http: ConfigSection, readFile: ReadNamedFile): ReadonlyArray<string> => {
  const basic = http.section("basic_auth")
  const username = secretOf(basic, "username", readFile)
  const password = secretOf(basic, "password", readFile)
  basic.finish()
  const own = http.section("authorization")
  const type = own.text("type") ?? "Bearer"
  const credentials = secretOf(own, "credentials", readFile)
  own.finish()
  const bearer = secretOf(http, "bearer_token", readFile)
  const found = [
    ...(username === undefined && password === undefined
      ? []
      : [`Basic ${Buffer.from(`${username ?? ""}:${password ?? ""}`).toString("base64")}`]),
    ...(credentials === undefined ? [] : [`${type} ${credentials}`]),
    ...(bearer === undefined ? [] : [`Bearer ${bearer}`])
  ]
  if (found.length > 1) http.fault("must have only one of basic_auth, authorization and bearer_token.")
  return found
}

interface NamedValue {
  readonly section: ConfigSection
  readonly name: string
  readonly value: string
}

/** Reads the option `http_headers`. If a header has several values, uses the last value. */
const namedValues = (http: ConfigSection, readFile: ReadNamedFile): ReadonlyArray<NamedValue> => {
  const headers = http.section("http_headers")
  return headers.names().flatMap((name) => {
    const section = headers.section(name)
    const values = [
      ...section.list("values", isText, "a list of strings"),
      ...section.list("secrets", isText, "a list of strings"),
      ...section.list("files", isText, "a list of paths").flatMap((file, index) => {
        const text = fileText(section, `files[${index}]`, file, readFile)
        return text === undefined ? [] : [text.trim()]
      })
    ]
    section.finish()
    const value = values.at(-1)
    return value === undefined ? [] : [{ section: headers, name, value }]
  })
}

export const readHeaders = (http: ConfigSection, readFile: ReadNamedFile): RequestHeaders => {
  const plain = http.section("headers")
  const given = plain.names().flatMap((name): ReadonlyArray<NamedValue> => {
    const value = plain.text(name)
    return value === undefined ? [] : [{ section: plain, name, value }]
  })
  const fields = new Map<string, string>()
  const special = new Map<string, string>()
  for (const { name, section, value } of [...given, ...namedValues(http, readFile)]) {
    const lower = name.toLowerCase()
    if (!HEADER_VALUE.test(value)) section.faultOf(name, "must have one line without control characters.")
    else if (lower === "host" && !HOST.test(value)) section.faultOf(name, "must be a host, or a host and a port.")
    else if (lower === "accept-encoding" && !isDecodable(value))
      section.faultOf(name, "must be a list of gzip, deflate, br, zstd and identity.")
    else if (["accept-encoding", "host", "user-agent"].includes(lower)) special.set(lower, value)
    else if (isSettableHeader(name)) fields.set(lower, value)
    else section.faultOf(name, "cannot be set: the connection sets it, or it is not a header name.")
  }
  for (const authorization of authorizations(http, readFile)) {
    if (!HEADER_VALUE.test(authorization)) http.fault("has credentials with a line break or a control character.")
    else fields.set("authorization", authorization)
  }
  return {
    fields: Object.fromEntries(fields),
    userAgent: special.get("user-agent"),
    host: special.get("host") ?? null,
    acceptEncoding: special.get("accept-encoding") ?? null
  }
}
