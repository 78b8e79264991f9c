import type { RequestedKind } from "@mon/model"
import { expectationFault } from "@mon/uptime-probe"
import type { SourceObject } from "../reading/SourceObject.ts"
import { isPlaceholder, NamedDraft, PLACEHOLDER } from "./NamedDraft.ts"

export interface SourceDuration {
  readonly field: string
  readonly seconds: number
}

export type Expectation = Readonly<Record<string, unknown>>

/** The names of headers that never contain secrets. The values of all other headers are treated as secrets. */
const OPEN_HEADERS: ReadonlySet<string> = new Set([
  "accept",
  "accept-charset",
  "accept-language",
  "cache-control",
  "content-language",
  "content-type",
  "dnt",
  "if-modified-since",
  "if-none-match",
  "origin",
  "pragma",
  "range",
  "referer",
  "upgrade-insecure-requests",
  "x-requested-with"
])

/**
 * Returns whether the file may contain a header's value unchanged, because the value contains neither a secret nor a
 * reference to an environment variable.
 */
export const isOpenHeader = (name: string, value: string): boolean =>
  OPEN_HEADERS.has(name.toLowerCase()) && !value.includes("${env:")

const WITH_BODY: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH"])
/** The methods of the requests that Mon sends. */
export const sentMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", ...WITH_BODY])

export const NO_BODY = `Mon only sends a body with ${[...WITH_BODY].join(", ")}.`

export type ImportedKind = Extract<RequestedKind, "domain" | "url">

export class MonitorDraft extends NamedDraft {
  url = ""
  kind: ImportedKind = "domain"
  interval: SourceDuration | null = null
  timeout: SourceDuration | null = null
  readonly expect: Array<Expectation> = []
  readonly headers = new Map<string, string>()
  method: string | null = null
  body: string | null = null
  auth: { readonly username: string; readonly password: string } | { readonly token: string } | null = null
  readonly ccEmails: Array<string> = []

  intervalFrom(source: SourceObject, field: string, secondsPerUnit = 1): void {
    const value = source.number(field)
    if (value === undefined) return
    source.taken(field)
    this.interval = { field: source.pathOf(field), seconds: value * secondsPerUnit }
  }

  timeoutFrom(source: SourceObject, field: string, secondsPerUnit = 1): void {
    const value = source.number(field)
    if (value === undefined || value === 0) return
    source.taken(field)
    this.timeout = { field: source.pathOf(field), seconds: value * secondsPerUnit }
  }

  methodFrom(source: SourceObject, field: string): void {
    const text = source.text(field)
    if (text === undefined) return
    const method = text.toUpperCase()
    if (!sentMethods.has(method)) return source.leftOut(field, `Mon only sends ${[...sentMethods].join(", ")}.`)
    if (method !== "GET") this.method = method
    if (method === "GET") source.used(field)
    else if (WITH_BODY.has(method))
      source.changed(field, "request.method", "Mon needs proof that the host is yours, and checks at most every 300 s.")
    else source.carried(field, "request.method")
  }

  bodyFrom(source: SourceObject, field: string): void {
    const text = source.text(field)
    if (text === undefined) return
    if (!WITH_BODY.has(this.method ?? "GET")) return source.leftOut(field, NO_BODY)
    this.body = text
    source.carried(field, "request.body")
  }

  /** Adds a header. Returns the reason why this is impossible, or null if the header was added. */
  addHeader(name: string, value: string): string | null {
    if (name.toLowerCase() === "user-agent") return "Mon sends its own User-Agent."
    if (isPlaceholder(value)) return PLACEHOLDER
    const known = [...this.headers.keys()].find((other) => other.toLowerCase() === name.toLowerCase())
    if (known !== undefined) return "The header occurs twice."
    this.headers.set(name, value)
    return null
  }

  headersFrom(source: SourceObject, field: string): void {
    const part = source.part(field)
    for (const name of Object.keys(part?.values ?? {})) {
      const value = part?.text(name)
      const fault = value === undefined ? "The value is not a string." : this.addHeader(name, value)
      if (fault === null) part?.carried(name, `request.headers.${name}`)
      else part?.leftOut(name, fault)
    }
  }

  passwordFrom(source: SourceObject, username: string, password: string): void {
    const found = { username: source.text(username) ?? "", password: source.text(password) ?? "" }
    if (found.username === "" && found.password === "") return
    const fault = isPlaceholder(found.password)
      ? PLACEHOLDER
      : found.username === "" || found.password === ""
        ? "Mon needs a user name and a password."
        : null
    for (const name of [username, password]) {
      if (source.value(name) === undefined) continue
      if (fault === null) source.carried(name, `request.auth.${name === username ? "username" : "password"}`)
      else source.leftOut(name, fault)
    }
    if (fault === null) this.auth = found
  }

  tokenFrom(source: SourceObject, field: string): void {
    const token = source.text(field)
    if (token === undefined) return
    if (isPlaceholder(token)) return source.leftOut(field, PLACEHOLDER)
    this.auth = { token }
    source.carried(field, "request.auth.token")
  }

  /**
   * Adds an expectation, or reports why it cannot be added. `note` explains how the meaning of the expectation differs
   * from the source.
   */
  expectFrom(source: SourceObject, field: string, expectation: Expectation, note?: string): void {
    source.taken(field)
    this.expectAt(source.pathOf(field), expectation, note)
  }

  /** Adds an expectation in the same way as `expectFrom`, but takes the path of the source field in the group. */
  expectAt(path: string, expectation: Expectation, note?: string): void {
    const to = `expect[${this.expect.length}]`
    const fault = expectationFault(expectation, "expect")
    if (fault !== null) return this.group.leftOut(path, `Mon does not support this expectation: ${fault}`)
    this.expect.push(expectation)
    if (note === undefined) this.group.carried(path, to)
    else this.group.changed(path, to, note)
  }
}
