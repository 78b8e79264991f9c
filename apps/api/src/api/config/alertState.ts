import { mapChannelSecrets, type ObjectFields } from "@mon/api-contract/config-file"
import {
  AlertChannels,
  AlertRoutes,
  MaintenanceWindows,
  OnCallSchedules,
  ScheduledReports,
  type StoredChannel,
  Tags
} from "@mon/core-store"
import {
  type AlertRoute,
  isBuiltInTarget,
  type MaintenanceWindow,
  type OnCallSchedule,
  type ScheduledReport,
  type TagRecord
} from "@mon/model"
import { openChannelSettings } from "@mon/notifications"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { type AccountObject, noParts } from "./AccountObject.ts"
import { type Names, sorted } from "./Names.ts"
import { stepFields, storedOnCallFields } from "./onCallFields.ts"
import type { HashSecret } from "./secretHashes.ts"

/**
 * A limit for the list of windows. It is larger than the limit of any plan, and past windows are listed only for a
 * limited time.
 */
const ALL_WINDOWS = 100_000

const noSecrets: ReadonlyMap<string, string> = new Map()

/** Returns a text that is equal for two objects whose names count as equal. */
export const nameIdentity = (name: string): string => name.trim().normalize("NFC").toLowerCase()

export const channelIdentity = (kind: string, name: string): string => `${kind} ${nameIdentity(name)}`

/** Returns the addresses of a report without duplicates. Ignores differences in case and in surrounding spaces. */
export const addressesOf = (recipients: ReadonlyArray<string>): ReadonlyArray<string> => {
  const byKey = new Map(recipients.map((address) => [address.trim().toLowerCase(), address.trim()]))
  return sorted([...byKey.keys()]).map((key) => byKey.get(key) ?? key)
}

const tagObject = ({ color, id, name, sortOrder }: TagRecord): AccountObject => ({
  section: "tags",
  id,
  name,
  identity: nameIdentity(name),
  fixed: {},
  plain: noSecrets,
  parts: noParts,
  fields: () => ({ name, color, sortOrder })
})

const channelObject = Effect.fnUntraced(function* (hashSecret: HashSecret, stored: StoredChannel) {
  const { id, inDefaultRoute, isActive, kind, name, quietHours, shown } = stored
  const open = yield* openChannelSettings(stored)
  const plain = new Map<string, string>()
  const channel = mapChannelSecrets({ kind, settings: open?.settings ?? shown }, (text, path) => {
    const place = path.join(".")
    plain.set(place.toLowerCase(), text)
    return hashSecret(id, place, text)
  })
  const fields: ObjectFields = { ...(channel as object), name, inDefaultRoute, quietHours, isActive }
  return {
    section: "channels",
    id,
    name,
    identity: channelIdentity(kind, name),
    fixed: { kind },
    plain,
    parts: noParts,
    fields: () => fields
  } satisfies AccountObject
})

/**
 * Returns a route in the form that is compared with a file. `addresses`: the email addresses of people by the id of
 * their membership.
 */
const routeObject =
  (addresses: ReadonlyMap<string, string>) =>
  (route: AlertRoute): AccountObject => {
    const { fallback, id, kinds, monitorIds, name, reminderMinutes, repeat, scope, severities, steps, tagIds } = route
    const keyOf = (names: Names, target: string) =>
      isBuiltInTarget(target) ? target : (addresses.get(target) ?? names.channel(target))
    return {
      section: "routes",
      id,
      name,
      identity: nameIdentity(name),
      fixed: {},
      plain: noSecrets,
      parts: noParts,
      fields: (names: Names) => ({
        name,
        kinds: sorted(kinds),
        severities: sorted(severities),
        scope,
        monitors: sorted(monitorIds.map(names.monitor)),
        tags: sorted(tagIds.map(names.tag)),
        steps: steps.map(({ targets, ...step }) =>
          stepFields({
            ...step,
            targets: targets.map((target) =>
              typeof target === "string"
                ? keyOf(names, target)
                : { ...target, schedule: names.onCallSchedule(target.schedule) }
            )
          })
        ),
        reminderMinutes,
        repeat,
        fallback: sorted(fallback.map((target) => keyOf(names, target)))
      })
    }
  }

const onCallObject =
  (addresses: ReadonlyMap<string, string>) =>
  (schedule: OnCallSchedule): AccountObject => ({
    section: "onCallSchedules",
    id: schedule.id,
    name: schedule.name,
    identity: nameIdentity(schedule.name),
    fixed: {},
    plain: noSecrets,
    parts: noParts,
    fields: () => storedOnCallFields(schedule, addresses)
  })

const windowObject = (window: MaintenanceWindow): AccountObject => {
  const {
    domainIds,
    heartbeatIds,
    id,
    minutes,
    name,
    published,
    recurrence,
    serviceIds,
    startsAt,
    tagIds,
    timezone,
    urlIds,
    wholeAccount
  } = window
  return {
    section: "maintenanceWindows",
    id,
    name,
    identity: nameIdentity(name),
    fixed: {},
    plain: noSecrets,
    parts: noParts,
    fields: (names: Names) => ({
      name,
      startsAt,
      minutes,
      timezone,
      recurrence,
      wholeAccount,
      published,
      monitors: sorted([...domainIds, ...urlIds, ...heartbeatIds, ...serviceIds].map(names.monitor)),
      tags: sorted(tagIds.map(names.tag))
    })
  }
}

const reportObject =
  (tagIds: ReadonlyMap<string, string>) =>
  ({ every, id, language, name, recipients, tag, targetPercent, timezone }: ScheduledReport): AccountObject => ({
    section: "scheduledReports",
    id,
    name,
    identity: nameIdentity(name),
    fixed: {},
    plain: noSecrets,
    parts: noParts,
    fields: (names: Names) => ({
      name,
      every,
      recipients: addressesOf(recipients.map(({ email }) => email)),
      timezone,
      language,
      tag: tag === null ? null : names.tag(tagIds.get(tag) ?? tag),
      targetPercent
    })
  })

export const alertObjects = Effect.fnUntraced(function* ({ limits, viewer }: Caller, hashSecret: HashSecret) {
  const tags = yield* (yield* Tags).list(viewer)
  const channels = yield* (yield* AlertChannels).list(viewer)
  const routes = yield* (yield* AlertRoutes).list(viewer)
  const people = yield* (yield* AlertRoutes).people(viewer)
  const addresses = new Map(people.map(({ email, membershipId }) => [membershipId, email.toLowerCase()]))
  const schedules = yield* (yield* OnCallSchedules).list(viewer, limits)
  const windows = yield* (yield* MaintenanceWindows).list(viewer, { page: 1, limit: ALL_WINDOWS })
  const reports = yield* (yield* ScheduledReports).list(viewer)
  return [
    ...tags.map(tagObject),
    ...(yield* Effect.forEach(channels, (channel) => channelObject(hashSecret, channel))),
    ...schedules.map(onCallObject(addresses)),
    ...routes.map(routeObject(addresses)),
    ...windows.items.filter(({ state }) => state !== "ended").map(windowObject),
    ...reports.map(reportObject(new Map(tags.map((tag) => [tag.name, tag.id]))))
  ]
})
