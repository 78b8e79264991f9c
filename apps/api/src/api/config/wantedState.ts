import { checkSchedule } from "@mon/alerts/maintenance"
import { BadRequest, messages, Unavailable } from "@mon/api-contract"
import {
  fieldValue,
  isSealedHash,
  kindOfSection,
  mapChannelSecrets,
  type ObjectFields,
  type WantedObject
} from "@mon/api-contract/config-file"
import {
  canonicalTimeZone,
  defaultsOf,
  mapSealed,
  type MonitorFields,
  monitorFields,
  monitorKinds,
  sealedField,
  tagLimits
} from "@mon/model"
import { ChannelDestinations } from "@mon/notifications"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { Passwords } from "../../auth/Passwords.ts"
import { draftOf } from "../../statusPages/pageInput.ts"
import { canonicalQuietHours } from "../channels/quietHours.ts"
import { ofKind } from "../channels/settings.ts"
import { type CreateMonitor, monitorsByKind, type NewMonitor } from "../monitors/byKind.ts"
import { targetOf } from "../monitors/MonitorRules.ts"
import type { AccountObject } from "./AccountObject.ts"
import { addressesOf, channelIdentity, nameIdentity } from "./alertState.ts"
import { sorted } from "./Names.ts"
import { onCallFields, stepFields } from "./onCallFields.ts"
import {
  asKeys,
  fallbackOf,
  type FileObject,
  isMonitorObject,
  layoutOf,
  type MonitorObject,
  stepsOf
} from "./payloads.ts"
import type { HashSecret } from "./secretHashes.ts"

/** An object of a file before it is compared with the account. */
export interface LightObject extends WantedObject {
  /** The settings of a monitor with all defaults. Null for other objects. */
  readonly monitor: NewMonitor | null
}

/** Returns the settings of a monitor with all defaults, or null if its address cannot be monitored. */
const monitorOf = (object: MonitorObject, caller: Caller): NewMonitor | null => {
  const { dependsOn: _parents, paused: _paused, tags: _tags, ...input } = object.entry
  const kind = kindOfSection(object.section)
  const target = targetOf(kind, "url" in input ? input.url : "")
  return target === null ? null : monitorsByKind[kind].newMonitor(target, input as CreateMonitor, caller)
}

/** Returns an object with its identity and its fixed fields, or null if its address cannot be monitored. */
export const lightObject = (object: FileObject, caller: Caller): LightObject | null => {
  const { key, section } = object
  if (isMonitorObject(object)) {
    const monitor = monitorOf(object, caller)
    if (monitor === null) return null
    if (monitorKinds[kindOfSection(object.section)].address !== "url")
      return { section, key, identity: nameIdentity(monitor.name), fields: {}, monitor }
    const identity = monitor.dedupeKey ?? monitor.url
    return { section, key, identity, fields: { url: monitor.url }, monitor }
  }
  switch (object.section) {
    case "channels": {
      const { kind, name } = object.entry
      return {
        section,
        key,
        identity: channelIdentity(kind, name ?? ofKind(kind).name),
        fields: { kind },
        monitor: null
      }
    }
    case "statusPages":
      return { section, key, identity: object.entry.slug, fields: {}, monitor: null }
    default:
      return { section, key, identity: nameIdentity(object.entry.name), fields: {}, monitor: null }
  }
}

export interface SecretReader {
  /** Returns the form of a secret that a plan shows: its keyed hash, as in an export, or `***` for a new object. */
  readonly show: (place: string, text: string) => string
  /** Returns the stored secret that a keyed hash stands for, or the text itself if it is not a hash. */
  readonly open: (place: string, text: string) => string
  /** The places of keyed hashes that do not match a stored secret. */
  readonly unknown: ReadonlySet<string>
}

/** The text that a plan shows for a secret of a new object. */
const NEW_SECRET = "***"

/**
 * Returns the functions for the secrets of one object. `stored`: the object that the file changes. Null: the object is
 * new and has no secrets yet.
 */
export const secretReader = (stored: AccountObject | null, hashSecret: HashSecret): SecretReader => {
  const unknown = new Set<string>()
  const open = (place: string, text: string): string => {
    if (!isSealedHash(text) && text !== NEW_SECRET) return text
    const known = stored?.plain.get(place.toLowerCase())
    if (stored !== null && known !== undefined && hashSecret(stored.id, place, known) === text) return known
    unknown.add(place)
    return text
  }
  const show = (place: string, text: string): string => {
    const opened = open(place, text)
    return stored === null ? NEW_SECRET : hashSecret(stored.id, place, opened)
  }
  return { show, open, unknown }
}

/**
 * Returns whether null is a value of the field with its own meaning, such as "no limit". Otherwise, null stands for the
 * default.
 */
const isValue = (fields: MonitorFields, name: string): boolean => {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  return field?.isNullable === true && field.form === undefined
}

const fieldsOfMonitor = (object: MonitorObject, monitor: NewMonitor | null, { show }: SecretReader): ObjectFields => {
  if (monitor === null) return {}
  const kind = kindOfSection(object.section)
  const fields: MonitorFields = monitorFields[kind]
  const defaults: Readonly<Record<string, unknown>> = defaultsOf(fields)
  const { hostname: _host, url, ...rest } = monitor
  const settings = Object.entries(rest)
    .filter(([name]) => name !== "dedupeKey" && name !== "token")
    .map(([name, value]) => [name, value ?? (isValue(fields, name) ? null : (fieldValue(defaults, name) ?? null))])
  const sealed = sealedField[kind]
  const shown =
    sealed === null
      ? {}
      : {
          [sealed.name]: mapSealed(sealed.form, fieldValue(rest, sealed.name) ?? null, (text, where) =>
            show(`${sealed.name}.${where}`, text)
          )
        }
  return {
    ...Object.fromEntries(settings),
    ...(monitorKinds[kind].address === "url" ? { url } : {}),
    ...shown,
    tags: sorted(object.entry.tags ?? []),
    dependsOn: sorted(object.entry.dependsOn ?? []),
    paused: object.entry.paused ?? false
  }
}

type ChannelObject = Extract<FileObject, { readonly section: "channels" }>

/** Returns the settings of a channel. Keyed hashes are replaced with the stored secrets. */
const openSettings = (
  { entry: { kind, settings } }: ChannelObject,
  { open }: SecretReader
): Readonly<Record<string, string>> => {
  const opened = mapChannelSecrets({ kind, settings }, (text, path) => open(path.join("."), text))
  return (opened as { readonly settings: Readonly<Record<string, string>> }).settings
}

const channelFields = Effect.fnUntraced(function* (object: ChannelObject, secrets: SecretReader) {
  const { inDefaultRoute = true, isActive = true, kind, name, quietHours } = object.entry
  const channel = ofKind(kind)
  const opened = openSettings(object, secrets)
  const reading = channel.readSettings(opened, { targets: (yield* ChannelDestinations).targets })
  const settings = mapChannelSecrets({ kind, settings: reading.ok ? reading.settings : opened }, (text, path) =>
    secrets.show(path.join("."), text)
  )
  return {
    ...(settings as object),
    name: name?.trim() ?? channel.name,
    inDefaultRoute,
    quietHours: canonicalQuietHours(quietHours),
    isActive
  } satisfies ObjectFields
})

const chooses = ({ monitors = [], tags = [] }: { monitors?: ReadonlyArray<string>; tags?: ReadonlyArray<string> }) =>
  monitors.length + tags.length > 0

const routeFields = ({ entry }: Extract<FileObject, { readonly section: "routes" }>): ObjectFields => ({
  name: entry.name.trim(),
  kinds: sorted(entry.kinds ?? []),
  severities: sorted(entry.severities ?? []),
  scope: entry.scope ?? (chooses(entry) ? "chosen" : "all"),
  monitors: sorted(entry.monitors ?? []),
  tags: sorted(entry.tags ?? []),
  steps: stepsOf(entry, asKeys).map(stepFields),
  reminderMinutes: entry.reminderMinutes ?? null,
  repeat: entry.repeat ?? null,
  fallback: sorted(fallbackOf(entry, asKeys))
})

const MINUTE_MS = 60_000

/**
 * Returns the schedule in its stored form. Leaves an invalid schedule unchanged, because the API call that stores the
 * window reports the error.
 */
const scheduleOf = ({ minutes, recurrence = null, startsAt, timezone = "UTC" }: WindowEntry) => {
  const given = Date.parse(startsAt)
  const start = recurrence === null ? given : Math.floor(given / MINUTE_MS) * MINUTE_MS
  const timeZone = canonicalTimeZone(timezone) ?? timezone
  const checked = checkSchedule({ startsAt: start, minutes, timeZone, recurrence })
  return checked._tag === "Valid" ? checked.schedule : { startsAt: start, minutes, timeZone, recurrence }
}

type WindowObject = Extract<FileObject, { readonly section: "maintenanceWindows" }>
type WindowEntry = WindowObject["entry"]

const windowFields = ({ entry }: WindowObject): ObjectFields => {
  const { minutes, recurrence, startsAt, timeZone } = scheduleOf(entry)
  return {
    name: entry.name.trim(),
    startsAt: new Date(startsAt).toISOString(),
    minutes,
    ...(entry.timezone === undefined ? {} : { timezone: timeZone }),
    recurrence,
    wholeAccount: entry.wholeAccount ?? false,
    published: entry.published ?? true,
    monitors: sorted(entry.monitors ?? []),
    tags: sorted(entry.tags ?? [])
  }
}

type PageObject = Extract<FileObject, { readonly section: "statusPages" }>

/**
 * Returns a password in the form that a plan shows. Verifies the password against the stored hash to find out whether
 * it changes.
 */
const shownPassword = Effect.fnUntraced(function* (
  password: string | null,
  stored: AccountObject | null,
  secrets: SecretReader
) {
  if (password === null) return null
  const hash = stored?.plain.get("password")
  if (hash === undefined || isSealedHash(password)) return secrets.show("password", password)
  const { right } = yield* (yield* Passwords).verify(password, hash)
  return secrets.show("password", right ? hash : password)
})

const pageFields = Effect.fnUntraced(function* (
  { entry }: PageObject,
  caller: Caller,
  stored: AccountObject | null,
  secrets: SecretReader
) {
  const { components: _components, groups: _groups, password = null, ...rest } = entry
  const layout = layoutOf(entry, { groups: {}, components: {} }, asKeys)
  const draft = yield* draftOf(caller, { ...rest, ...layout })
  const { components = [], groups = [], logo: _logo, passwordHash: _hash, timezone, ...fields } = draft
  return {
    ...fields,
    ...(timezone === null ? {} : { timezone }),
    password: yield* shownPassword(password, stored, secrets),
    groups: groups.map(({ description, id, name }) => ({ key: id, name, description })),
    components: components.map(({ groupId, id, monitorIds, tagIds, ...component }) => ({
      key: id,
      ...component,
      group: groupId,
      monitors: sorted(monitorIds),
      tags: sorted(tagIds)
    }))
  } satisfies ObjectFields
})

const reportFields = ({ entry }: Extract<FileObject, { readonly section: "scheduledReports" }>): ObjectFields => ({
  name: entry.name.trim(),
  every: entry.every,
  recipients: addressesOf(entry.recipients),
  ...(entry.timezone === undefined ? {} : { timezone: canonicalTimeZone(entry.timezone) ?? entry.timezone }),
  ...(entry.language === undefined ? {} : { language: entry.language }),
  tag: entry.tag ?? null,
  targetPercent: entry.targetPercent ?? null
})

/** Returns the fields of an object in a file, with all defaults, in the form in which the account represents them. */
export const wantedFields = Effect.fnUntraced(function* (
  object: FileObject,
  { monitor }: LightObject,
  caller: Caller,
  stored: AccountObject | null,
  secrets: SecretReader
) {
  if (isMonitorObject(object)) return fieldsOfMonitor(object, monitor, secrets)
  switch (object.section) {
    case "tags": {
      const { color = tagLimits.color, name, sortOrder } = object.entry
      return { name: name.trim(), color, ...(sortOrder === undefined ? {} : { sortOrder }) } satisfies ObjectFields
    }
    case "channels":
      return yield* channelFields(object, secrets)
    case "onCallSchedules":
      return onCallFields(object.entry)
    case "routes":
      return routeFields(object)
    case "maintenanceWindows":
      return windowFields(object)
    case "statusPages":
      return yield* Effect.catchTag(pageFields(object, caller, stored, secrets), "PasswordsBusy", () =>
        Effect.fail(new Unavailable({ message: messages.unavailable }))
      )
    case "scheduledReports":
      return reportFields(object)
  }
})

/** Returns the error for a keyed hash whose secret must be entered again. */
export const sealedFault = (place: string, isNewAddress: boolean): BadRequest =>
  new BadRequest({ message: isNewAddress ? messages.enterAgain(place) : messages.configSealed(place) })
