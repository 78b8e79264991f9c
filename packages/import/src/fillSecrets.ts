import {
  type ConfigDocument,
  kindOfSection,
  type MonitorSection,
  monitorSections,
  readConfig,
  variablesIn
} from "@mon/api-contract/config-file"
import { isBuiltInTarget, newMonitorSecrets, type RouteTarget } from "@mon/model"
import { type Draft, settleDocument } from "./document/settleDocument.ts"
import type { LostChannel } from "./ImportReport.ts"
import { type Entries, isEntries } from "./reading/SourceObject.ts"

/** A document in which variables are replaced by their values, or a message about a value that cannot be used. */
export type FilledDocument =
  | {
      readonly ok: true
      readonly document: ConfigDocument
      /**
       * The paths of the parts that were left out because a secret has no value, such as
       * `domains.kuma-12.request.auth`.
       */
      readonly leftOut: ReadonlyArray<string>
      /** The channels that were left out, with the monitors whose alerts they would have received. */
      readonly lostChannels: ReadonlyArray<LostChannel>
    }
  | { readonly ok: false; readonly message: string }

const namesIn = (value: unknown): ReadonlyArray<string> => variablesIn(JSON.stringify(value) ?? "")

const without = (entries: Entries, test: (value: unknown, name: string) => boolean): Record<string, unknown> =>
  Object.fromEntries(Object.entries(entries).filter(([name, value]) => !test(value, name)))

const filled = (value: unknown, values: ReadonlyMap<string, string>): unknown => {
  if (typeof value === "string")
    return value.replace(/\$\{env:([^}]*)\}/gu, (whole, name: string) => values.get(name) ?? whole)
  if (Array.isArray(value)) return value.map((one) => filled(one, values))
  if (!isEntries(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filled(one, values)]))
}

class Remover {
  readonly leftOut: Array<string> = []
  readonly #isMissing: (value: unknown) => boolean

  constructor(isMissing: (value: unknown) => boolean) {
    this.#isMissing = isMissing
  }

  fields(entries: Entries, path: string): Record<string, unknown> {
    return without(entries, (value, name) => {
      const isMissing = this.#isMissing(value)
      if (isMissing) this.leftOut.push(`${path}.${name}`)
      return isMissing
    })
  }

  monitor(section: MonitorSection, given: Entries, path: string): Entries {
    const secrets = new Set(Object.keys(newMonitorSecrets[kindOfSection(section)]))
    const monitor = without(given, (value, name) => {
      const isMissing = secrets.has(name) && this.#isMissing(value)
      if (isMissing) this.leftOut.push(`${path}.${name}`)
      return isMissing
    })
    if (isEntries(monitor["check"])) return { ...monitor, check: this.#check(monitor["check"], `${path}.check`) }
    if (!isEntries(monitor["request"])) return monitor
    const { headers, ...others } = monitor["request"]
    const request = this.fields(others, `${path}.request`)
    if (isEntries(headers)) request["headers"] = this.fields(headers, `${path}.request.headers`)
    return { ...monitor, request: without(request, (value) => isEntries(value) && Object.keys(value).length === 0) }
  }

  #check(given: Entries, path: string): Entries {
    const check = Object.entries(given).map(([name, value]) => [
      name,
      (name === "headers" || name === "metadata") && isEntries(value) ? this.fields(value, `${path}.${name}`) : value
    ])
    return this.fields(Object.fromEntries(check) as Entries, path)
  }
}

/** The parts of a check without which the check is weaker, but still about the same service. */
const DISPENSABLE = ["login", "headers", "metadata"] as const

/**
 * Leaves out the services whose checks need a secret without a value, and the references to these services. Returns
 * null if what remains is not valid.
 */
const withoutServices = (
  document: ConfigDocument,
  isMissing: (value: unknown) => boolean
): { readonly document: ConfigDocument; readonly leftOut: ReadonlyArray<string> } | null => {
  const services = Object.entries(document.services ?? {})
  const gone = services.filter(([, { check }]) =>
    isMissing(without(check as unknown as Entries, (_, name) => DISPENSABLE.some((one) => one === name)))
  )
  if (gone.length === 0) return { document, leftOut: [] }
  const { project, version: _version, addOnly: _only, ...sections } = document
  const kept = services.filter((service) => !gone.includes(service))
  const draft = structuredClone({ ...sections, services: Object.fromEntries(kept) }) as unknown as Draft
  const settled = settleDocument(project, draft, new Map())
  return settled.ok ? { document: settled.document, leftOut: gone.map(([key]) => `services.${key}`) } : null
}

type Routes = NonNullable<ConfigDocument["routes"]>

/**
 * Returns the routes without removed channels. Also removes a route with no targets except built-in targets, because
 * such a route would only keep its monitors out of the default route.
 */
const routesWithout = (routes: Routes, gone: ReadonlySet<string>): Routes =>
  Object.fromEntries(
    Object.entries(routes).flatMap(([key, route]) => {
      const isLost = (target: RouteTarget) => typeof target === "string" && gone.has(target)
      const isGone = route.steps.some(({ targets }) => targets.some(isLost))
      const steps = route.steps
        .map((step) => ({ ...step, targets: step.targets.filter((target) => !isLost(target)) }))
        .filter(({ targets }) => targets.length > 0)
      const hasOwn = steps.some(({ targets }) =>
        targets.some((target) => typeof target !== "string" || !isBuiltInTarget(target))
      )
      return isGone && !hasOwn ? [] : [[key, { ...route, steps }]]
    })
  )

const monitorsOf = (
  [key, channel]: readonly [string, { readonly inDefaultRoute?: boolean }],
  document: ConfigDocument
): ReadonlyArray<string> => {
  const all = monitorSections.flatMap((section) => Object.entries(document[section] ?? {}))
  return all.flatMap(([id, { name, tags: own = [], url }]) => {
    const route = Object.values(document.routes ?? {}).find(({ monitors = [], scope, tags = [] }) => {
      const isAll = scope === "all" || (scope === undefined && monitors.length + tags.length === 0)
      return isAll || monitors.includes(id) || tags.some((tag) => own.includes(tag))
    })
    const isNotified =
      route === undefined ? channel.inDefaultRoute !== false : route.steps.some(({ targets }) => targets.includes(key))
    return isNotified ? [name ?? url ?? id] : []
  })
}

const NO_VALUE = "The channel's secret has no value."

const mapped = (section: unknown, change: (entries: Entries, key: string) => Entries): Record<string, Entries> =>
  Object.fromEntries(
    Object.entries(isEntries(section) ? section : {}).map(([key, value]) => [
      key,
      change(isEntries(value) ? value : {}, key)
    ])
  )

/**
 * Replaces the variables of an imported document with their values. Leaves out headers, bodies, credentials and tokens
 * without a value, and whole channels and services that need a secret without a value. Leaves out a route without any
 * other channel too, so that its monitors use the default route.
 *
 * @example
 * ```ts
 * const request = { headers: { "x-probe": "${env:PROBE}", "x-key": "${env:KEY}" } }
 * const document = { version: 1, project: "acme", domains: { shop: { url: "shop.example.org", request } } } as const
 * const filled = fillSecrets(document, new Map([["PROBE", "1"]]))
 * filled.ok && filled.document.domains?.["shop"]?.request // => { headers: { "x-probe": "1" } }
 * filled.ok && filled.leftOut // => ["domains.shop.request.headers.x-key"]
 * ```
 */
export const fillSecrets = (given: ConfigDocument, values: ReadonlyMap<string, string>): FilledDocument => {
  const isMissing = (value: unknown) => namesIn(value).some((name) => !values.has(name))
  const usable = withoutServices(given, isMissing)
  if (usable === null) return { ok: false, message: "Without the services that lack a secret, the file is not valid." }
  const { document } = usable
  const remover = new Remover(isMissing)
  remover.leftOut.push(...usable.leftOut)
  const { channels, routes = {}, statusPages } = document
  const channelsLeft = remover.fields(channels ?? {}, "channels")
  const gone = new Set(Object.keys(channels ?? {}).filter((key) => !Object.hasOwn(channelsLeft, key)))
  const sections = {
    ...Object.fromEntries(
      monitorSections.map((section) => [
        section,
        mapped(document[section], (monitor, key) => remover.monitor(section, monitor, `${section}.${key}`))
      ])
    ),
    channels: channelsLeft,
    routes: routesWithout(routes, gone),
    statusPages: mapped(statusPages, (page, key) => remover.fields(page, `statusPages.${key}`))
  }
  const written = without(sections, (section) => isEntries(section) && Object.keys(section).length === 0)
  const others = without(document, (_, name) => Object.hasOwn(sections, name))
  const reading = readConfig(JSON.stringify(filled({ ...others, ...written }, values)))
  if (reading.ok) {
    const lostChannels = Object.entries(channels ?? {}).flatMap(([key, channel]) => {
      const monitors = gone.has(key) ? monitorsOf([key, channel], document) : []
      return monitors.length === 0 ? [] : [{ name: channel.name ?? key, reason: NO_VALUE, monitors }]
    })
    return { ok: true, document: reading.document, leftOut: remover.leftOut, lostChannels }
  }
  const [fault] = reading.faults
  return { ok: false, message: `${fault?.path ?? ""} ${fault?.message ?? "It cannot be read."}`.trim() }
}
