import type { RequestedKind } from "@mon/model"
import { expectationFault } from "@mon/uptime-probe"
import type { SourceObject } from "../reading/SourceObject.ts"
import { switchOf } from "../reading/switchOf.ts"
import type { Group } from "./Group.ts"
import { plainText, shortened } from "./plainText.ts"

/** The words that tools and people use for paused monitors. */
const PAUSED: ReadonlySet<string> = new Set(
  "paused|pause|disabled|inactive|not active|deactivated|stopped|suspended|on hold|archived|muted|pausiert|deaktiviert|inaktiv|angehalten|gestoppt|aus|nein|en pausa|pausado|pausada|desactivado|desactivada|inactivo|inactiva|en pause|désactivé|inactif|non|in pausa|sospeso|disattivato|inattivo|desativado|inativo|não|gepauzeerd|uitgeschakeld|inactief|nee|uit|wstrzymany|wyłączony|nieaktywny|nie".split(
    "|"
  )
)

/** The words for active monitors and for their states. The numbers are from version 2 of UptimeRobot's API. */
const ACTIVE: ReadonlySet<string> = new Set(
  "active|enabled|started|running|live|monitoring|up|down|ok|online|offline|healthy|unhealthy|degraded|success|successful|failed|failing|error|warning|critical|pending|checking|not checked yet|not checked|seems down|new|2|8|9|aktiv|aktiviert|ein|an|ja|activo|activado|sí|actif|activé|oui|attivo|attivato|ativo|ativado|sim|actief|ingeschakeld|aan|aktywny|włączony|tak".split(
    "|"
  )
)

/** Whether a value says that a monitor is active; undefined for an unknown value. */
const isActiveBy = (value: unknown): boolean | undefined => {
  const word = String(value)
    .trim()
    .toLowerCase()
    .replaceAll(/[_\-\s]+/gu, " ")
  return PAUSED.has(word) ? false : ACTIVE.has(word) ? true : switchOf(value)
}

/** A source field that becomes a duration. */
interface SourceDuration {
  readonly field: string
  readonly seconds: number
}

/** The expectations of an answer, in the format of the configuration file. */
export type Expectation = Readonly<Record<string, unknown>>

const NAME_LENGTH = 200

/** The names of headers without secrets. The values of all other headers are treated as secrets. */
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

/** Whether the file may show a header: its value contains neither a secret nor the name of an environment variable. */
export const isOpenHeader = (name: string, value: string): boolean =>
  OPEN_HEADERS.has(name.toLowerCase()) && !value.includes("${env:")

/** Whether a text is a placeholder that Mon or another program shows instead of a secret. */
const isPlaceholder = (value: string): boolean => /^(?:\*{3,}|•+|sealed:[0-9a-f]{16}|<secret>)$/u.test(value)

const PLACEHOLDER = "The source has a placeholder instead of the value."

/** Methods whose requests may have a body. */
const WITH_BODY: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH"])
/** The most characters of a state that are quoted. */
const STATE_LENGTH = 40

const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", ...WITH_BODY])

/** A monitor of the source, before it has a key in the file. */
export class MonitorDraft {
  readonly group: Group
  readonly id: string
  url = ""
  kind: RequestedKind = "domain"
  interval: SourceDuration | null = null
  timeout: SourceDuration | null = null
  /** The fields for the configuration file that need no further conversion. */
  readonly fields: Record<string, unknown> = {}
  readonly expect: Array<Expectation> = []
  readonly headers = new Map<string, string>()
  method: string | null = null
  body: string | null = null
  auth: { readonly username: string; readonly password: string } | { readonly token: string } | null = null
  /** The ids of tags in the source. */
  readonly tags: Array<string> = []
  /** The ids of parent monitors in the source. */
  readonly parents: Array<string> = []
  /** The ids of channels in the source. */
  readonly channels: Array<string> = []
  readonly ccEmails: Array<string> = []

  constructor(group: Group, id: string) {
    this.group = group
    this.id = id
  }

  /** Sets the name from a source field. */
  nameFrom(source: SourceObject, field: string): void {
    const text = source.text(field)
    if (text === undefined) return
    const name = shortened(plainText(text), NAME_LENGTH)
    if (name === "") return source.leftOut(field, "The name has no visible characters.")
    this.fields["name"] = name
    if (name === text) source.carried(field, "name")
    else source.changed(field, "name", "Control characters, leading and trailing spaces, and extra length are removed.")
  }

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
    if (!METHODS.has(method)) return source.leftOut(field, `Mon only sends ${[...METHODS].join(", ")}.`)
    if (method !== "GET") this.method = method
    if (method === "GET") source.used(field)
    else if (WITH_BODY.has(method))
      source.changed(field, "request.method", "Mon needs proof that the host is yours, and checks at most every 300 s.")
    else source.carried(field, "request.method")
  }

  bodyFrom(source: SourceObject, field: string): void {
    const text = source.text(field)
    if (text === undefined) return
    if (!WITH_BODY.has(this.method ?? "GET"))
      return source.leftOut(field, `Mon only sends a body with ${[...WITH_BODY].join(", ")}.`)
    this.body = text
    source.carried(field, "request.body")
  }

  /** Adds a header. Returns the problem, or null. */
  addHeader(name: string, value: string): string | null {
    if (name.toLowerCase() === "user-agent") return "Mon sends its own User-Agent."
    if (isPlaceholder(value)) return PLACEHOLDER
    const known = [...this.headers.keys()].find((other) => other.toLowerCase() === name.toLowerCase())
    if (known !== undefined) return "The header occurs twice."
    this.headers.set(name, value)
    return null
  }

  /** Adds the headers of an inner object with names and values. */
  headersFrom(source: SourceObject, field: string): void {
    const part = source.part(field)
    for (const name of Object.keys(part?.values ?? {})) {
      const value = part?.text(name)
      const fault = value === undefined ? "The value is not a string." : this.addHeader(name, value)
      if (fault === null) part?.carried(name, `request.headers.${name}`)
      else part?.leftOut(name, fault)
    }
  }

  /** Sets user name and password from two source fields. */
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

  /** Adds an expectation, or reports why it cannot be added. A note says that its meaning differs from the source. */
  expectFrom(source: SourceObject, field: string, expectation: Expectation, note?: string): void {
    source.taken(field)
    this.expectAt(source.pathOf(field), expectation, note)
  }

  /** Adds an expectation like `expectFrom`, but for the path of a field in the group. */
  expectAt(path: string, expectation: Expectation, note?: string): void {
    const to = `expect[${this.expect.length}]`
    const fault = expectationFault(expectation, "expect")
    if (fault !== null) return this.group.leftOut(path, `Mon does not support this expectation: ${fault}`)
    this.expect.push(expectation)
    if (note === undefined) this.group.carried(path, to)
    else this.group.changed(path, to, note)
  }

  /**
   * Sets `paused` from a source field that says whether the monitor is active or, with `isNegative`, whether it is
   * paused. An unknown word never makes a monitor active.
   */
  activeFrom(source: SourceObject, field: string, isNegative = false): void {
    const value = source.value(field)
    if (value === undefined || value === null || value === "") return source.used(field)
    const isOn = switchOf(value)
    const isActive = isNegative && isOn !== undefined ? !isOn : isActiveBy(value)
    if (isActive === true) return source.used(field)
    this.fields["paused"] = true
    if (isActive === false) source.carried(field, "paused")
    else
      source.changed(
        field,
        "paused",
        `Mon does not know the state ${JSON.stringify(shortened(String(value), STATE_LENGTH))}, so the monitor is paused.`
      )
  }
}
