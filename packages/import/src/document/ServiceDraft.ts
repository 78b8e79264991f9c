import {
  mapSealed,
  monitorKinds,
  isUnsafeMethod,
  type PlanLimits,
  serviceCheck,
  serviceFields,
  type ServiceType,
  shortestInterval,
  serviceTimeout,
  shortestServiceInterval
} from "@mon/model"
import { isPublicAddress, parseIpAddress, parsePublicUrl } from "@mon/public-net/policy"
import type { SourceObject } from "../reading/SourceObject.ts"
import type { Key } from "./keyOf.ts"
import type { SourceDuration } from "./MonitorDraft.ts"
import { isPlaceholder, NamedDraft, PLACEHOLDER } from "./NamedDraft.ts"
import { isOpenHeader } from "./MonitorDraft.ts"
import type { AccountFacts, PlacedMonitor } from "./placeMonitor.ts"
import type { SecretNames } from "./SecretNames.ts"

const PRIVATE = "Mon only monitors public hosts."
const TARGET = /^(\[[^\]]+\]|[^:]+)(?::(\d+))?$/u
const LARGEST_PORT = 65_535

/** Returns the reason why Mon cannot reach an address, which is a URL, or a host with or without a port. */
const addressFault = (address: string): string | null => {
  const url = URL.parse(address)
  const bare = parseIpAddress(address) === null ? TARGET.exec(url?.host || address) : [address, address]
  if (bare === null) return "The address is not valid."
  const [, host = "", port] = bare
  if (port !== undefined && (Number(port) < 1 || Number(port) > LARGEST_PORT))
    return "The port in the address is not valid."
  const name = host.replace(/^\[|\]$/gu, "")
  const isPublic = parseIpAddress(name) === null ? parsePublicUrl(`https://${name}`).ok : isPublicAddress(name)
  return isPublic ? null : PRIVATE
}

/** A step of a check with HTTP requests. */
interface Step {
  readonly url: string
  readonly method?: string
}

/** Returns the reason why the account cannot send a request of the steps, or null. */
const methodFault = (steps: ReadonlyArray<Step>, { limits, provenHosts }: AccountFacts): string | null => {
  const methods = [...new Set(steps.map(({ method = "GET" }) => method))]
  const refused = methods.find((method) => !limits.requestMethods.includes(method))
  if (refused !== undefined) return `The ${limits.title} plan does not allow ${refused} requests.`
  const unsafe = methods.find(isUnsafeMethod)
  return unsafe === undefined || provenHosts
    ? null
    : `Requests with ${unsafe} need proof that the host is yours. Import them again once you have proved this.`
}

/** The place of a header in a check. */
const HEADER = /(?:^|\.)headers\.([^.]+)$/u

type Expectation = Readonly<Record<string, unknown>>

/** An interval that is too short is rounded up to whole minutes. */
const MINUTE = 60

/** Writes a host and a port. IPv6 addresses get brackets. */
export const targetOf = (host: string, port?: number | string): string => {
  const bare = host.trim()
  const shown = bare.includes(":") && !bare.startsWith("[") ? `[${bare}]` : bare
  return port === undefined || port === "" ? shown : `${shown}:${port}`
}

/** A monitor of the source that becomes a service. */
export class ServiceDraft extends NamedDraft {
  readonly type: ServiceType
  /** The options of the check, with secrets in plain text. */
  readonly options = new Map<string, unknown>()
  readonly expect: Array<Expectation> = []
  interval: SourceDuration | null = null
  timeout: SourceDuration | null = null

  constructor(group: ConstructorParameters<typeof NamedDraft>[0], id: string, type: ServiceType) {
    super(group, id)
    this.type = type
  }

  /** Sets an option of the check from a source field. `note` explains how its meaning differs. */
  optionFrom(source: SourceObject, field: string, option: string, value: unknown, note?: string): void {
    if (value === undefined || value === null || value === "") return source.used(field)
    this.options.set(option, value)
    if (note === undefined) source.carried(field, `check.${option}`)
    else source.changed(field, `check.${option}`, note)
  }

  /** Sets a sealed option. A placeholder is not carried over. */
  secretFrom(source: SourceObject, field: string, option: string): void {
    const text = source.text(field)
    if (text === undefined) return
    if (isPlaceholder(text)) return source.leftOut(field, PLACEHOLDER)
    this.options.set(option, text)
    source.carried(field, `check.${option}`)
  }

  loginFrom(source: SourceObject, username: string, password: string): void {
    const found = { username: source.text(username) ?? "", password: source.text(password) ?? "" }
    if (found.username === "" && found.password === "") return
    const fault = isPlaceholder(found.password) ? PLACEHOLDER : found.password === "" ? "Mon needs a password." : null
    for (const [name, part] of [
      [username, "username"],
      [password, "password"]
    ] as const) {
      if (source.value(name) === undefined) continue
      if (fault === null) source.carried(name, `check.login.${part}`)
      else source.leftOut(name, fault)
    }
    if (fault === null) this.options.set("login", found)
  }

  intervalFrom(source: SourceObject, field: string): void {
    const seconds = source.number(field)
    if (seconds === undefined) return
    source.taken(field)
    this.interval = { field: source.pathOf(field), seconds }
  }

  timeoutFrom(source: SourceObject, field: string): void {
    const seconds = source.number(field)
    if (seconds === undefined || seconds === 0) return source.used(field)
    source.taken(field)
    this.timeout = { field: source.pathOf(field), seconds }
  }

  expectAt(path: string, expectation: Expectation): void {
    this.group.carried(path, `expect[${this.expect.length}]`)
    this.expect.push(expectation)
  }

  #setInterval(limits: PlanLimits): number {
    const { default: usual, maximum } = serviceFields.checkInterval
    const shortest = Math.max(shortestInterval("service", limits), shortestServiceInterval(this.type))
    if (this.interval === null) return Math.max(usual, shortest)
    const { field, seconds } = this.interval
    const least = seconds < shortest ? Math.ceil(shortest / MINUTE) * MINUTE : shortest
    const clamped = Math.min(maximum, Math.max(least, Math.round(seconds)))
    this.fields["checkInterval"] = clamped
    if (clamped === seconds) this.group.carried(field, "checkInterval")
    else
      this.group.changed(
        field,
        "checkInterval",
        `${seconds} s became ${clamped} s: the ${limits.title} plan and the type ${this.type} allow ${shortest} to ${maximum} s.`
      )
    return clamped
  }

  #setTimeout(interval: number): void {
    if (this.timeout === null) return
    const { maximum, minimum } = serviceTimeout(this.type)
    const { field, seconds } = this.timeout
    const most = Math.min(maximum, interval - 1)
    const clamped = Math.min(most, Math.max(minimum, Math.round(seconds)))
    this.fields["timeoutSeconds"] = clamped
    if (clamped === seconds) this.group.carried(field, "timeoutSeconds")
    else
      this.group.changed(
        field,
        "timeoutSeconds",
        `${seconds} s became ${clamped} s: Mon allows ${minimum} to ${most} s.`
      )
  }

  /** Returns the service's entry in the file, or null if the service is left out. */
  place(keyFor: (id: string) => Key, secrets: SecretNames, account: AccountFacts): PlacedMonitor | null {
    const { options } = this
    const { limits } = account
    const steps = (options.get("steps") ?? []) as ReadonlyArray<Step>
    const address = String(options.get("target") ?? options.get("server") ?? options.get("url") ?? "")
    const addresses = this.type === "httpSteps" ? steps.map(({ url }) => url) : [address]
    const fault = addresses.map(addressFault).find((one) => one !== null) ?? methodFault(steps, account)
    if (fault !== null) this.group.skip(fault)
    if (this.group.isSkipped) return null
    const section = monitorKinds.service.plural
    const key = keyFor(this.id)
    this.group.path = `${section}.${key}`
    this.#setTimeout(this.#setInterval(limits))
    for (const index of this.expect.keys())
      if (index >= limits.expectations)
        this.group.refuse(
          `expect[${index}]`,
          `the ${limits.title} plan has at most ${limits.expectations} expectations.`
        )
    this.expect.length = Math.min(this.expect.length, limits.expectations)
    const check = mapSealed(serviceCheck.form, { type: this.type, ...Object.fromEntries(options) }, (text, where) => {
      const header = HEADER.exec(where)?.[1]
      return header !== undefined && isOpenHeader(header, text)
        ? text
        : secrets.textFor(`${this.group.path}.check.${where}`, text)
    })
    return {
      section,
      key,
      entry: {
        name: this.group.name,
        ...this.fields,
        check,
        ...(this.expect.length === 0 ? {} : { expect: this.expect })
      }
    }
  }
}
