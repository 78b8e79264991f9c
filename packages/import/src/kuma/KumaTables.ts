import { type Entries, isEntries } from "../reading/SourceObject.ts"
import { UnreadableSource } from "../reading/UnreadableSource.ts"

export const kumaTables = [
  "monitor",
  "notification",
  "monitor_notification",
  "tag",
  "monitor_tag",
  "maintenance",
  "monitor_maintenance",
  "maintenance_status_page",
  "status_page",
  "status_page_cname",
  "group",
  "monitor_group",
  "incident",
  "proxy",
  "setting"
] as const

/** The rows of each table, as plain objects. */
export type SourceTables = Readonly<Record<string, ReadonlyArray<Entries>>>

const list = (value: unknown): ReadonlyArray<Entries> => (Array.isArray(value) ? value.filter(isEntries) : [])

/** Returns the name that a column has in the JSON backup. For example, `retry_interval` becomes `retryInterval`. */
const camel = (name: string): string => name.replace(/_([a-z])/gu, (_, letter: string) => letter.toUpperCase())

export const kumaSpellings = (name: string): ReadonlyArray<string> =>
  name === "accepted_statuscodes_json" ? [name, "accepted_statuscodes"] : [name, camel(name)]

/** The fields of monitors in a backup whose data is in separate tables in a database. */
export const JOINED = ["tags", "notificationIDList"] as const

export const tablesOfBackup = (backup: unknown): SourceTables => {
  if (!isEntries(backup) || !Array.isArray(backup["monitorList"]))
    throw new UnreadableSource("The file is not an Uptime Kuma backup: it has no monitorList.")
  const monitors = list(backup["monitorList"])
  const tags = new Map<string, Entries>()
  const monitorTags: Array<Entries> = []
  const monitorNotifications: Array<Entries> = []
  for (const monitor of monitors) {
    for (const tag of list(monitor["tags"])) {
      const id = String(tag["tag_id"] ?? tag["name"])
      tags.set(id, { id, name: tag["name"], color: tag["color"] })
      monitorTags.push({ monitor_id: monitor["id"], tag_id: id, value: tag["value"] ?? "" })
    }
    const ids = monitor["notificationIDList"]
    for (const [id, isOn] of isEntries(ids) ? Object.entries(ids) : [])
      if (isOn === true) monitorNotifications.push({ monitor_id: monitor["id"], notification_id: id })
  }
  return {
    monitor: monitors,
    notification: list(backup["notificationList"]),
    monitor_notification: monitorNotifications,
    tag: [...tags.values()],
    monitor_tag: monitorTags,
    proxy: list(backup["proxyList"])
  }
}
