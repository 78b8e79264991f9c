import type { ImportDraft } from "../document/ImportDraft.ts"
import { MonitorDraft } from "../document/MonitorDraft.ts"
import { durationFrom } from "../document/durationFrom.ts"
import { goDuration } from "../reading/goDuration.ts"
import { localTime } from "../reading/localTime.ts"
import { readYamlText } from "../reading/readYamlText.ts"
import { type Entries, isEntries, SourceObject } from "../reading/SourceObject.ts"
import { UnreadableSource } from "../reading/UnreadableSource.ts"
import { conditionsFrom } from "./conditions.ts"
import { addGatusChannel, namesVariable, VARIABLE } from "./gatusChannel.ts"

/** The interval and the time limit of Gatus, in seconds (config/endpoint/endpoint.go, client/config.go). */
const DEFAULTS = { interval: 60, timeout: 10 } as const

const reasons: Readonly<Record<string, string>> = {
  graphql: "Write the body as a GraphQL request.",
  "extra-labels": "Use tags.",
  ui: "It says how Gatus shows the endpoint.",
  insecure: "Mon always checks the certificate.",
  "ignore-redirect": "Mon follows redirects.",
  "dns-resolver": "Mon has its own resolvers.",
  network: "Add the expectation ipVersion if the version of IP matters.",
  oauth2: "Mon does not get OAuth tokens.",
  "identity-aware-proxy": "Mon does not get OAuth tokens.",
  tls: "Mon has no certificates of clients.",
  "proxy-url": "Mon has no proxies.",
  tunnel: "Mon has no tunnels.",
  "failure-threshold": "Mon confirms every failure by a rule of its own before it alerts.",
  "success-threshold": "Mon confirms every recovery by a rule of its own.",
  "send-on-resolved": "Mon always announces recoveries.",
  "minimum-reminder-interval": "Reminders are a setting of routes in Mon: reminderMinutes.",
  description: "Alerts of Mon have texts of their own."
}

const fileReasons: Readonly<Record<string, string>> = {
  storage: "It says where Gatus stores data.",
  web: "It says where Gatus listens.",
  security: "Accounts of Mon have their own sign-in.",
  ui: "It says how the pages of Gatus appear.",
  metrics: "Mon has metrics of its own.",
  remote: "Import the files of the other instances.",
  connectivity: "Mon knows when its own network is the cause.",
  tunneling: "Mon has no tunnels.",
  announcements: "Posts are not imported."
}

/** The kind of check of an endpoint: by its block, and then by the scheme of its address. */
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
        ? "The value is no text."
        : namesVariable(value)
          ? VARIABLE
          : isHost
            ? "Mon sends the host of the address."
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

const DAYS: Readonly<Record<string, string>> = {
  monday: "MO",
  tuesday: "TU",
  wednesday: "WE",
  thursday: "TH",
  friday: "FR",
  saturday: "SA",
  sunday: "SU"
}

const addWindow = (draft: ImportDraft, { id, monitors, name, source }: Window, today: string): void => {
  const { group } = source
  const timezone = source.text("timezone") ?? "UTC"
  const start = source.text("start") ?? ""
  const begin = localTime(`${today} ${start}`, timezone)
  const seconds = goDuration(source.text("duration") ?? "")
  const days = source.list("every").map((day) => DAYS[String(day).toLowerCase()])
  if (source.flag("enabled") === false) return group.skip("It is off.")
  if (begin === null || seconds === null || days.includes(undefined)) return group.skip("Its times cannot be read.")
  source.used("enabled")
  for (const [field, to] of [
    ["start", "startsAt"],
    ["duration", "minutes"],
    ["timezone", "timezone"],
    ["every", "recurrence"]
  ] as const)
    if (source.value(field) !== undefined) source.carried(field, to)
  source.finish()
  const recurrence = days.length === 0 ? "FREQ=DAILY" : `FREQ=WEEKLY;BYDAY=${[...new Set(days)].join(",")}`
  const minutes = Math.max(1, Math.round(seconds / 60))
  draft.addWindow({ group, id, name, startsAt: new Date(begin).toISOString(), minutes, timezone, recurrence, monitors })
}

interface Context {
  readonly emails: ReadonlyMap<string, ReadonlyArray<string>>
  readonly today: string
}

const alertsFrom = (draft: ImportDraft, monitor: MonitorDraft, source: SourceObject, { emails }: Context): void => {
  for (const alert of source.parts("alerts")) {
    const type = alert.text("type") ?? ""
    const found = emails.get(type) ?? []
    if (alert.flag("enabled") === false) {
      alert.leftOut("type", "It is off.")
      alert.used("enabled")
      continue
    }
    alert.used("enabled")
    if (found.length > 0) {
      monitor.ccEmails.push(...found)
      alert.changed("type", "ccEmails", "Each new address confirms before it receives alerts.")
    } else if (draft.hasChannel(type)) {
      monitor.channels.push(type)
      alert.carried("type", "(route)")
    } else alert.leftOut("type", `The provider ${type} is not in the file.`)
  }
}

const addEndpoint = (draft: ImportDraft, values: Entries, context: Context): string | null => {
  const name = String(values["name"] ?? "")
  const label = values["group"] === undefined ? "" : String(values["group"])
  const id = `${label === "" ? "" : `${label}_`}${name}`
  const group = draft.group("monitor", id, name)
  const source = new SourceObject(group, values)
  const kind = kindOf(source)
  if (kind !== "http" && kind !== "https") {
    group.skip(`Mon has no checks of the kind ${kind}.`, kind)
    return null
  }
  const url = source.text("url") ?? ""
  if (namesVariable(url)) {
    group.skip(`url: ${VARIABLE}`)
    return null
  }
  const monitor = new MonitorDraft(group, id)
  monitor.url = url
  source.taken("url")
  monitor.nameFrom(source, "name")
  if (label !== "") {
    monitor.tags.push(label)
    source.changed("group", "tags", `The monitor has the tag ${label}.`)
  }
  monitor.interval = durationFrom(source, "interval") ?? { field: "(interval by default)", seconds: DEFAULTS.interval }
  const client = source.part("client")
  monitor.timeout = (client === null ? null : durationFrom(client, "timeout")) ?? {
    field: "(time limit by default)",
    seconds: DEFAULTS.timeout
  }
  if (source.flag("enabled") === false) monitor.activeFrom(source, "enabled")
  else source.used("enabled")
  monitor.methodFrom(source, "method")
  const body = source.text("body")
  if (body !== undefined && namesVariable(body)) source.leftOut("body", VARIABLE)
  else monitor.bodyFrom(source, "body")
  plainHeaders(monitor, source)
  source.taken("conditions")
  conditionsFrom(monitor, source.list("conditions"))
  alertsFrom(draft, monitor, source, context)
  if (source.list("maintenance-windows").length > 0)
    source.changed("maintenance-windows", null, "They are maintenance windows of the file.")
  source.finish({ reasons })
  draft.addMonitor(monitor, "url")
  return id
}

const windowsOf = (values: Entries): ReadonlyArray<Entries> => {
  const found = values["maintenance-windows"]
  return Array.isArray(found) ? found.filter(isEntries) : []
}

const entriesOf = (root: Entries, name: string): ReadonlyArray<Entries> => {
  const found = root[name]
  return Array.isArray(found) ? found.filter(isEntries) : []
}

/** Imports the configuration of Gatus: one file, or several that Gatus merges. */
export const importGatus = (files: ReadonlyMap<string, string>, draft: ImportDraft, today: string): void => {
  const roots = [...files].map(([name, text]) => {
    const root = readYamlText(text, name)
    if (!isEntries(root)) throw new UnreadableSource(`${name} is no configuration of Gatus.`)
    return { name, root }
  })
  if (!roots.some(({ root }) => ["endpoints", "external-endpoints", "suites"].some((key) => Array.isArray(root[key]))))
    throw new UnreadableSource("There are no endpoints: the file is no configuration of Gatus.")
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
    for (const values of entriesOf(root, "endpoints")) {
      const id = addEndpoint(draft, values, { emails, today })
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
    for (const values of entriesOf(root, "external-endpoints"))
      draft
        .group(
          "monitor",
          `external ${String(values["group"] ?? "")}_${String(values["name"] ?? "")}`,
          String(values["name"] ?? "")
        )
        .skip("Mon has no checks that others report.", "push")
    for (const values of entriesOf(root, "suites"))
      draft
        .group("monitor", `suite ${String(values["name"] ?? "")}`, String(values["name"] ?? ""))
        .skip("Mon has no checks with several steps.", "suite")
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
