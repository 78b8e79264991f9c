import { checkSchedule } from "@mon/alerts/maintenance"
import { channelOf } from "@mon/alerts/channels"
import { type ConfigDocument, ofMonitorSections } from "@mon/api-contract/config-file"
import { channelLimits, isBuiltInTarget, maintenanceLimits, paidChannelKinds, tagLimits } from "@mon/model"
import type { GroupKind, ImportReport, LostChannel } from "../ImportReport.ts"
import type { Imported } from "../Imported.ts"
import { Group, TURNED_OFF } from "./Group.ts"
import { type Key, keyOf } from "./keyOf.ts"
import type { HeartbeatDraft } from "./HeartbeatDraft.ts"
import type { MonitorDraft } from "./MonitorDraft.ts"
import type { NamedDraft } from "./NamedDraft.ts"
import type { ServiceDraft } from "./ServiceDraft.ts"
import { type AccountFacts, type PlacedMonitor, placeMonitor, type TakenAddresses } from "./placeMonitor.ts"
import { plainText, shortened } from "./plainText.ts"
import { reportOf } from "./reportOf.ts"
import { channelsOfRoute, routesOf } from "./routesOf.ts"
import { SecretNames } from "./SecretNames.ts"
import { type Draft, settleDocument } from "./settleDocument.ts"

export interface ChannelDraft {
  readonly group: Group
  readonly id: string
  readonly name: string
  readonly kind: string
  readonly settings: Readonly<Record<string, string>>
}

export interface WindowDraft {
  readonly group: Group
  readonly id: string
  readonly name: string
  /** The start of the window, as ISO 8601 with an offset from UTC. */
  readonly startsAt: string
  readonly minutes: number
  readonly timezone: string
  readonly recurrence: string | null
  /** The ids that the monitors have in the source. Null for all monitors. */
  readonly monitors: ReadonlyArray<string> | null
}

export interface ComponentDraft {
  readonly id: string
  readonly name: string
  readonly description?: string
  readonly group?: string
  /** The ids that the component's monitors have in the source. */
  readonly monitors: ReadonlyArray<string>
}

export interface PageDraft {
  readonly group: Group
  readonly id: string
  /** The fields of the page in the configuration file. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly groups: ReadonlyArray<{ readonly id: string; readonly name: string; readonly description?: string }>
  readonly components: ReadonlyArray<ComponentDraft>
}

const SURPLUS = `A route in Mon notifies at most ${channelsOfRoute} channels at once.`

const HEX = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/iu

export class ImportDraft {
  readonly source: string
  readonly #groups: Array<Group> = []
  readonly #objects = new Map<string, Group>()
  readonly #keys = { monitors: new Set<string>(), channels: new Set<string>(["email", "whatsapp", "webhooks"]) }
  readonly #colors = new Map<string, string>()
  readonly #tags = new Map<string, Key>()
  readonly #taken: TakenAddresses = new Map()
  readonly #tokens = new Map<string, string>()
  readonly #monitors = new Map<string, { readonly draft: NamedDraft; readonly key: Key }>()
  readonly #channelGroups = new Map<string, Group>()
  readonly #channels = new Map<string, { readonly key: Key; readonly name: string }>()
  readonly #secrets = new SecretNames()
  readonly #file: Draft = {
    tags: {},
    ...ofMonitorSections(() => ({})),
    channels: {},
    onCallSchedules: {},
    routes: {},
    maintenanceWindows: {},
    statusPages: {},
    scheduledReports: {}
  }

  readonly #account: AccountFacts

  constructor(source: string, account: AccountFacts) {
    this.source = source
    this.#account = account
  }

  group(kind: GroupKind, id: string, name: string): Group {
    const group = new Group(kind, id, name)
    this.#groups.push(group)
    if (kind === "channel") this.#channelGroups.set(id, group)
    return group
  }

  /** Stores the color of a tag until the tag is added with a monitor. Returns false if the color is not valid. */
  colorTag(name: string, color: string): boolean {
    if (!HEX.test(color)) return false
    this.#colors.set(plainText(name).toLowerCase(), color)
    return true
  }

  #tagKey(name: string): Key | null {
    const plain = shortened(plainText(name), tagLimits.nameLength)
    if (plain === "") return null
    const id = plain.toLowerCase()
    const known = this.#tags.get(id)
    if (known !== undefined) return known
    const key = keyOf(this.source, id, new Set(this.#tags.values()))
    this.#tags.set(id, key)
    const color = this.#colors.get(id)
    this.#file.tags[key] = { name: plain, ...(color === undefined ? {} : { color }) }
    return key
  }

  /** Adds a monitor with an address. `addressField` is the source field that contains the address. */
  addMonitor(draft: MonitorDraft, addressField: string): void {
    const placed = placeMonitor(draft, {
      taken: this.#taken,
      secrets: this.#secrets,
      account: this.#account,
      keyFor: this.#keyFor,
      addressField
    })
    this.#add(draft, placed)
  }

  addHeartbeat(draft: HeartbeatDraft): void {
    this.#add(draft, draft.place(this.#keyFor, this.#secrets, this.#tokens))
  }

  addService(draft: ServiceDraft): void {
    this.#add(draft, draft.place(this.#keyFor, this.#secrets, this.#account))
  }

  readonly #keyFor = (id: string): Key => keyOf(this.source, id, this.#keys.monitors)

  #add(draft: NamedDraft, placed: PlacedMonitor | null): void {
    if (placed === null) return
    const { entry, key, section } = placed
    const tags = [...new Set(draft.tags.flatMap((name) => this.#tagKey(name) ?? []))]
    if (tags.length > tagLimits.assigned)
      draft.group.leftOut(
        "tags",
        `A monitor in Mon has at most ${tagLimits.assigned} tags, so further tags are left out.`
      )
    if (tags.length > 0) entry["tags"] = tags.slice(0, tagLimits.assigned)
    this.#file[section][key] = entry
    this.#objects.set(`${section}.${key}`, draft.group)
    this.#monitors.set(draft.id, { draft, key })
  }

  addChannel({ group, id, kind, name, settings }: ChannelDraft): void {
    const channel = channelOf(kind)
    const reading = channel?.readSettings(settings)
    if (channel === null || reading === undefined || !reading.ok) {
      const [fault] = reading?.ok === false ? reading.faults : []
      return group.skip(`The settings cannot be used: ${fault?.message ?? "Mon does not have this channel."}`)
    }
    const { paidChannels, title } = this.#account.limits
    if (!paidChannels && paidChannelKinds.includes(kind))
      return group.skip(`The ${title} plan does not have ${kind} channels.`)
    const key = keyOf(this.source, id, this.#keys.channels)
    group.path = `channels.${key}`
    const path = `channels.${key}.settings`
    const written = Object.entries(settings).map(([field, value]) => [
      field,
      Object.hasOwn(channel.fields, field) && channel.fields[field]?.isSealed === true && value !== ""
        ? this.#secrets.textFor(`${path}.${field}`, value)
        : value
    ])
    const shown = shortened(plainText(name), channelLimits.nameLength) || channel.name
    this.#file.channels[key] = {
      kind,
      name: shown,
      settings: Object.fromEntries(written) as Record<string, string>,
      inDefaultRoute: false
    }
    this.#objects.set(group.path, group)
    this.#channels.set(id, { key, name: shown })
  }

  #keysOf(ids: ReadonlyArray<string>): ReadonlyArray<string> {
    return [...new Set(ids.flatMap((id) => this.#monitors.get(id)?.key ?? []))]
  }

  /** Adds a maintenance window. Call it after all monitors are added. */
  addWindow({ group, id, minutes, monitors, name, recurrence, startsAt, timezone }: WindowDraft): void {
    if (group.isSkipped) return
    const covered = monitors === null ? [] : this.#keysOf(monitors)
    if (monitors !== null && covered.length === 0) return group.skip("None of the window's monitors are in the file.")
    const start = Date.parse(startsAt)
    if (!Number.isFinite(start)) return group.skip("The window's start is not a valid time.")
    const checked = checkSchedule({ startsAt: start, minutes, timeZone: timezone, recurrence })
    if (checked._tag === "Fault") return group.skip(`Mon rejects it: ${checked.message}`)
    const key = keyOf(this.source, id, new Set(Object.keys(this.#file.maintenanceWindows)))
    group.path = `maintenanceWindows.${key}`
    this.#objects.set(group.path, group)
    this.#file.maintenanceWindows[key] = {
      name: shortened(plainText(name), maintenanceLimits.nameLength) || "Maintenance",
      startsAt: new Date(start).toISOString(),
      minutes,
      timezone,
      recurrence: checked.schedule.recurrence,
      ...(monitors === null ? { wholeAccount: true } : { monitors: covered })
    }
  }

  /** Adds a status page. Call it after all monitors are added. */
  addPage({ components, fields, group, groups, id }: PageDraft): void {
    if (group.isSkipped) return
    const key = keyOf(this.source, id, new Set(Object.keys(this.#file.statusPages)))
    group.path = `statusPages.${key}`
    this.#objects.set(group.path, group)
    const taken = new Set<string>()
    const groupKeys = new Map(groups.map((one) => [one.id, keyOf("group", one.id, taken)]))
    const parts = components.map(({ description, group: parent, id: component, monitors, name }) => {
      const found = parent === undefined ? undefined : groupKeys.get(parent)
      const keys = this.#keysOf(monitors)
      return [
        keyOf("component", component, taken),
        {
          name,
          ...(description === undefined ? {} : { description }),
          ...(found === undefined ? {} : { group: found }),
          ...(keys.length === 0 ? {} : { monitors: keys })
        }
      ]
    })
    const described = groups.map(({ description, id: one, name }) => [
      groupKeys.get(one),
      { name, ...(description === undefined ? {} : { description }) }
    ])
    this.#file.statusPages[key] = {
      ...fields,
      ...(described.length === 0 ? {} : { groups: Object.fromEntries(described) as object }),
      ...(parts.length === 0 ? {} : { components: Object.fromEntries(parts) as object })
    }
  }

  hasMonitor(id: string): boolean {
    return this.#monitors.has(id)
  }

  /**
   * Records that the alerts of a monitor go to a channel of the source. Returns null if the file contains the channel,
   * otherwise the reason why it does not.
   */
  notifyThrough(monitor: NamedDraft, id: string): string | null {
    const reason = this.#channels.has(id)
      ? null
      : (this.#channelGroups.get(id)?.report.reason ?? "The export does not contain the channel.")
    if (reason !== TURNED_OFF) monitor.channels.push(id)
    return reason
  }

  #lostChannels({ channels = {} }: ConfigDocument, surplus: ReadonlySet<string>): ReadonlyArray<LostChannel> {
    const lost = new Map<string, LostChannel & { readonly monitors: Array<string> }>()
    for (const { draft } of this.#monitors.values())
      for (const id of new Set(draft.channels)) {
        const channel = this.#channels.get(id)
        const isSurplus = surplus.has(`${draft.id} ${id}`)
        if (channel !== undefined && Object.hasOwn(channels, channel.key) && !isSurplus) continue
        const group = this.#channelGroups.get(id)
        const reason = isSurplus ? SURPLUS : (group?.report.reason ?? "The export does not contain the channel.")
        const known = lost.get(`${id} ${reason}`)
        if (known === undefined)
          lost.set(`${id} ${reason}`, {
            name: channel?.name ?? group?.name ?? plainText(id),
            reason,
            monitors: [draft.group.name]
          })
        else known.monitors.push(draft.group.name)
      }
    return [...lost.values()]
  }

  /** Removes routes without channels, because such a route would only keep monitors out of the default route. */
  #withoutEmptyRoutes(document: ConfigDocument): ConfigDocument {
    const { routes = {}, ...rest } = document
    const left = Object.entries(routes).filter(([key, { steps }]) => {
      const hasChannel = steps.some(({ targets }) =>
        targets.some((target) => typeof target !== "string" || !isBuiltInTarget(target))
      )
      if (!hasChannel) this.#objects.get(`routes.${key}`)?.skip("None of the route's channels are in the file.")
      return hasChannel
    })
    return left.length === 0 ? rest : { ...rest, routes: Object.fromEntries(left) }
  }

  finish(project: string): Imported {
    const routes = routesOf([...this.#monitors.values()], this.#channels)
    for (const { group, key, route } of routes.routes) {
      this.#groups.push(group)
      this.#objects.set(`routes.${key}`, group)
      this.#file.routes[key] = route
    }
    for (const key of routes.inDefaultRoute) {
      const channel = this.#file.channels[key]
      if (channel !== undefined) channel["inDefaultRoute"] = true
    }
    const settled = settleDocument(project, this.#file, this.#objects)
    if (!settled.ok) return settled
    const document = this.#withoutEmptyRoutes(settled.document)
    const text = JSON.stringify(document)
    const secrets = new Map([...this.#secrets.values].filter(([name]) => text.includes(`\${env:${name}}`)))
    const report: ImportReport = reportOf({
      source: this.source,
      groups: this.#groups.map((group) => group.report),
      secrets: [...secrets.keys()].map((name) => ({ name, path: this.#secrets.paths.get(name) ?? "" })),
      tags: Object.values(document.tags ?? {}).map(({ name }) => name),
      lostChannels: this.#lostChannels(document, routes.surplus)
    })
    return { ok: true, document, secrets, report }
  }
}
