import type { ImportDraft } from "../document/ImportDraft.ts"
import { HeartbeatDraft, NO_EMAILS } from "../document/HeartbeatDraft.ts"
import { MonitorDraft } from "../document/MonitorDraft.ts"
import { ServiceDraft } from "../document/ServiceDraft.ts"
import type { NamedDraft } from "../document/NamedDraft.ts"
import { durationFrom } from "../document/durationFrom.ts"
import { goDuration } from "../reading/goDuration.ts"
import { localTime, skippedTimeParts } from "../reading/localTime.ts"
import { readYamlText } from "../reading/readYamlText.ts"
import { type Entries, isEntries, SourceObject } from "../reading/SourceObject.ts"
import { UnreadableSource } from "../reading/UnreadableSource.ts"
import { conditionsFrom } from "./conditions.ts"
import { addGatusChannel, namesVariable, VARIABLE, variableIn } from "./gatusChannel.ts"
import { fillGatusService, serviceConditionsFrom, serviceTypes } from "./gatusService.ts"

/** The default interval and time limit of Gatus, in seconds (config/endpoint/endpoint.go, client/config.go). */
const DEFAULTS = { interval: 60, timeout: 10 } as const

const reasons: Readonly<Record<string, string>> = {
  graphql: "Write the body as a GraphQL request.",
  "extra-labels": "Use tags.",
  ui: "This setting controls how Gatus shows the endpoint.",
  insecure: "Mon always checks the certificate.",
  "ignore-redirect": "Mon follows redirects.",
  "dns-resolver": "Mon has its own resolvers.",
  network: "Add the ipVersion expectation if the IP version matters.",
  oauth2: "Mon does not request OAuth tokens.",
  "identity-aware-proxy": "Mon does not request OAuth tokens.",
  tls: "Mon does not support client certificates.",
  "proxy-url": "Mon does not support proxies.",
  tunnel: "Mon does not support tunnels.",
  "failure-threshold": "Mon has its own rule to confirm every failure before it alerts.",
  "success-threshold": "Mon has its own rule to confirm every recovery.",
  "send-on-resolved": "Mon always announces recoveries.",
  "minimum-reminder-interval": "In Mon, reminders are a route setting: reminderMinutes.",
  description: "Mon writes its own messages, so this setting is not imported."
}

const fileReasons: Readonly<Record<string, string>> = {
  storage: "This setting controls where Gatus stores data.",
  web: "This setting controls where Gatus listens.",
  security: "Mon accounts have their own sign-in.",
  ui: "This setting controls how Gatus pages are displayed.",
  metrics: "Mon has its own metrics.",
  remote: "Import the other instances' files too.",
  connectivity: "Mon detects when its own network is the cause.",
  tunneling: "Mon does not support tunnels.",
  announcements: "Posts and history are not imported."
}

/**
 * Returns the kind of check of an endpoint: `dns` if the endpoint has a `dns` block, otherwise the scheme of the
 * endpoint's address.
 */
const kindOf = (source: SourceObject): string => {
  if (source.has("dns")) return "dns"
  const [, scheme = "http"] = /^([a-z]+):\/\//iu.exec(source.text("url") ?? "") ?? []
  return scheme.toLowerCase()
}

const plainHeaders = (monitor: MonitorDraft, source: SourceObject): void => {
  const part = source.part("headers")
  for (const name of Object.keys(part?.values ?? {})) {
    const value = part?.text(name)
    const isHost = name.toLowerCase() === "host"
    const fault =
      value === undefined
        ? "The value is not a string."
        : namesVariable(value)
          ? VARIABLE
          : isHost
            ? "Mon sends the address's own host in the Host header."
            : monitor.addHeader(name, value)
    if (fault === null) part?.carried(name, `request.headers.${name}`)
    else part?.leftOut(name, fault)
  }
}

interface Window {
  readonly source: SourceObject
  readonly monitors: ReadonlyArray<string>
  readonly id: string
  readonly name: string
}

const DAYS: ReadonlyMap<string, string> = new Map([
  ["monday", "MO"],
  ["tuesday", "TU"],
  ["wednesday", "WE"],
  ["thursday", "TH"],
  ["friday", "FR"],
  ["saturday", "SA"],
  ["sunday", "SU"]
])

const addWindow = (draft: ImportDraft, { id, monitors, name, source }: Window, today: string): void => {
  const { group } = source
  const timezone = source.text("timezone") ?? "UTC"
  const start = source.text("start") ?? ""
  const local = `${today} ${start}`
  const begin = localTime(local, timezone)
  const seconds = goDuration(source.text("duration") ?? "")
  const days = source.list("every").map((day) => DAYS.get(String(day).toLowerCase()))
  const isOn = source.flag("enabled")
  if (isOn === false) return group.skip("It is turned off.")
  if (isOn === undefined && source.has("enabled")) return group.skip("The field enabled is neither true nor false.")
  if (begin === null || seconds === null || days.includes(undefined))
    return group.skip("The window's times cannot be parsed.")
  source.used("enabled")
  for (const [field, to] of [
    ["start", "startsAt"],
    ["duration", "minutes"],
    ["timezone", "timezone"],
    ["every", "recurrence"]
  ] as const)
    if (source.value(field) !== undefined) source.carried(field, to)
  source.finish()
  const rule = days.length === 0 ? "FREQ=DAILY" : `FREQ=WEEKLY;BYDAY=${[...new Set(days)].join(",")}`
  const recurrence = rule + skippedTimeParts(local, timezone, begin)
  const minutes = Math.max(1, Math.round(seconds / 60))
  draft.addWindow({ group, id, name, startsAt: new Date(begin).toISOString(), minutes, timezone, recurrence, monitors })
}

interface Context {
  readonly emails: ReadonlyMap<string, ReadonlyArray<string>>
  readonly today: string
}

const alertsFrom = (draft: ImportDraft, monitor: NamedDraft, source: SourceObject, { emails }: Context): void => {
  for (const alert of source.parts("alerts")) {
    const type = alert.text("type") ?? ""
    const found = emails.get(type) ?? []
    if (alert.flag("enabled") === false) {
      alert.leftOut("type", "It is turned off.")
      alert.used("enabled")
      continue
    }
    alert.used("enabled")
    if (found.length > 0) {
      if (!(monitor instanceof MonitorDraft)) {
        alert.leftOut("type", NO_EMAILS)
        continue
      }
      monitor.ccEmails.push(...found)
      alert.changed("type", "ccEmails", "Each new address must be confirmed before it receives alerts.")
      continue
    }
    const fault = draft.notifyThrough(monitor, type)
    if (fault === null) alert.carried("type", "(route)")
    else alert.leftOut("type", `The channel ${type} is not imported. ${fault}`)
  }
}

const groupFrom = (monitor: NamedDraft, source: SourceObject): void => {
  const label = source.text("group")
  if (label === undefined) return
  monitor.tags.push(label)
  source.changed("group", "tags", `The monitor has the tag ${label}.`)
}

const WINDOWS = "The windows became maintenance windows in the file."

/** Adds the parts that endpoints of all kinds have. */
const sharedFrom = (draft: ImportDraft, monitor: NamedDraft, source: SourceObject, context: Context): void => {
  alertsFrom(draft, monitor, source, context)
  if (source.list("maintenance-windows").length > 0) source.changed("maintenance-windows", null, WINDOWS)
  source.finish({ reasons })
}

const timesFrom = (monitor: MonitorDraft | ServiceDraft, source: SourceObject): void => {
  monitor.interval = durationFrom(source, "interval") ?? { field: "(default interval)", seconds: DEFAULTS.interval }
  const client = source.part("client")
  monitor.timeout = (client === null ? null : durationFrom(client, "timeout")) ?? {
    field: "(default time limit)",
    seconds: DEFAULTS.timeout
  }
}

/** Adds an endpoint that is not a web site. Returns its id, or null if it is left out. */
const addService = (
  draft: ImportDraft,
  source: SourceObject,
  service: ServiceDraft,
  context: Context
): string | null => {
  const { group, id } = service
  const fault = fillGatusService(service, source)
  if (fault !== null) {
    group.skip(fault)
    return null
  }
  service.nameFrom(source, "name")
  groupFrom(service, source)
  timesFrom(service, source)
  service.activeFrom(source, "enabled")
  source.taken("conditions")
  serviceConditionsFrom(service, source.list("conditions"))
  sharedFrom(draft, service, source, context)
  draft.addService(service)
  return id
}

const addEndpoint = (draft: ImportDraft, values: Entries, context: Context): string | null => {
  const name = String(values["name"] ?? "")
  const label = values["group"] === undefined ? "" : String(values["group"])
  const id = `${label === "" ? "" : `${label}_`}${name}`
  const group = draft.group("monitor", id, name)
  const source = new SourceObject(group, values)
  const kind = kindOf(source)
  const url = source.text("url") ?? ""
  const type = serviceTypes.get(kind)
  if (type === undefined && kind !== "http" && kind !== "https") {
    group.skip(`Mon does not have ${kind} checks.`, kind)
    return null
  }
  if (namesVariable(url)) {
    group.skip(variableIn("url"))
    return null
  }
  if (type !== undefined) return addService(draft, source, new ServiceDraft(group, id, type), context)
  const monitor = new MonitorDraft(group, id)
  monitor.url = url
  source.taken("url")
  monitor.nameFrom(source, "name")
  groupFrom(monitor, source)
  timesFrom(monitor, source)
  monitor.activeFrom(source, "enabled")
  monitor.methodFrom(source, "method")
  const body = source.text("body")
  if (body !== undefined && namesVariable(body)) source.leftOut("body", VARIABLE)
  else monitor.bodyFrom(source, "body")
  plainHeaders(monitor, source)
  source.taken("conditions")
  conditionsFrom(monitor, source.list("conditions"))
  sharedFrom(draft, monitor, source, context)
  draft.addMonitor(monitor, "url")
  return id
}

/**
 * Adds an external endpoint, whose state other systems report. Gatus checks for reports once in each interval, so it
 * notices a missing report after two intervals at the latest (watchdog/external_endpoint.go).
 */
const addExternalEndpoint = (draft: ImportDraft, values: Entries, context: Context): string => {
  const name = String(values["name"] ?? "")
  const id = `external ${String(values["group"] ?? "")}_${name}`
  const source = new SourceObject(draft.group("monitor", id, name), values)
  const heartbeat = new HeartbeatDraft(source.group, id)
  heartbeat.nameFrom(source, "name")
  groupFrom(heartbeat, source)
  heartbeat.activeFrom(source, "enabled")
  const part = source.part("heartbeat")
  const interval = part === null ? null : durationFrom(part, "interval")
  if (interval === null || interval.seconds === 0) heartbeat.expectsNothing("(no heartbeat.interval)")
  else {
    heartbeat.setSeconds(interval.field, "every", interval.seconds)
    heartbeat.setSeconds("(second interval)", "lateAfter", interval.seconds)
  }
  const token = source.text("token")
  if (token !== undefined && namesVariable(token)) source.leftOut("token", VARIABLE)
  else if (token !== undefined) heartbeat.tokenFrom(source, "token", token)
  sharedFrom(draft, heartbeat, source, context)
  draft.addHeartbeat(heartbeat)
  return id
}

const windowsOf = (values: Entries): ReadonlyArray<Entries> => {
  const found = values["maintenance-windows"]
  return Array.isArray(found) ? found.filter(isEntries) : []
}

const entriesOf = (root: Entries, name: string): ReadonlyArray<Entries> => {
  const found = Object.hasOwn(root, name) ? root[name] : undefined
  return Array.isArray(found) ? found.filter(isEntries) : []
}

/** Imports the configuration of Gatus: one file, or several files that Gatus merges. */
export const importGatus = (files: ReadonlyMap<string, string>, draft: ImportDraft, today: string): void => {
  const roots = [...files].map(([name, text]) => {
    const root = readYamlText(text, name)
    if (!isEntries(root)) throw new UnreadableSource(`${name} is not a Gatus configuration.`)
    return { name, root }
  })
  if (
    !roots.some(({ root }) =>
      (["endpoints", "external-endpoints", "suites"] as const).some((key) => Array.isArray(root[key]))
    )
  )
    throw new UnreadableSource("There are no endpoints: the file is not a Gatus configuration.")
  const emails = new Map<string, ReadonlyArray<string>>()
  for (const { root } of roots)
    for (const [name, provider] of Object.entries(isEntries(root["alerting"]) ? root["alerting"] : {})) {
      if (isEntries(provider)) emails.set(name, addGatusChannel(draft, name, provider))
      else draft.group("channel", name, name).skip("It has no settings.")
    }
  const ids: Array<string> = []
  for (const { name, root } of roots) {
    const file = new SourceObject(draft.group("file", name, name), root)
    for (const section of ["endpoints", "external-endpoints", "suites", "alerting", "maintenance"]) file.taken(section)
    file.finish({ reasons: fileReasons })
    const added = [
      ...entriesOf(root, "endpoints").map((values) => ({ values, id: addEndpoint(draft, values, { emails, today }) })),
      ...entriesOf(root, "external-endpoints").map((values) => ({
        values,
        id: addExternalEndpoint(draft, values, { emails, today })
      }))
    ]
    for (const { id, values } of added) {
      if (id === null) continue
      ids.push(id)
      for (const [index, window] of windowsOf(values).entries()) {
        const group = draft.group("maintenanceWindow", `${id} ${index + 1}`, String(values["name"] ?? ""))
        addWindow(
          draft,
          { source: new SourceObject(group, window), monitors: [id], id: `${id}-${index + 1}`, name: group.name },
          today
        )
      }
    }
    for (const values of entriesOf(root, "suites"))
      draft
        .group("monitor", `suite ${String(values["name"] ?? "")}`, String(values["name"] ?? ""))
        .skip("Mon does not have multi-step checks.", "suite")
  }
  for (const { root } of roots) {
    if (!isEntries(root["maintenance"])) continue
    const group = draft.group("maintenanceWindow", "maintenance", "Maintenance")
    addWindow(
      draft,
      { source: new SourceObject(group, root["maintenance"]), monitors: ids, id: "maintenance", name: "Maintenance" },
      today
    )
  }
}
