import type { ImportDraft } from "../document/ImportDraft.ts"
import { checkSize, readingLimits, readJson } from "../reading/readJson.ts"
import { type Entries, SourceObject } from "../reading/SourceObject.ts"
import { UnreadableSource } from "../reading/UnreadableSource.ts"
import { addKumaChannel } from "./kumaChannel.ts"
import { addKumaMonitor, GROUP_KIND } from "./kumaMonitor.ts"
import { addKumaPage } from "./kumaPage.ts"
import { kumaSpellings, kumaTables, type SourceTables, tablesOfBackup } from "./KumaTables.ts"
import { addKumaWindow } from "./kumaWindow.ts"

const idOf = (value: unknown): string => String(value ?? "")

const grouped = (
  rows: ReadonlyArray<Entries>,
  column: "monitor_id" | "maintenance_id"
): ReadonlyMap<string, ReadonlyArray<Entries>> => {
  const found = new Map<string, Array<Entries>>()
  for (const row of rows) {
    const id = idOf(row[column])
    const known = found.get(id)
    if (known === undefined) found.set(id, [row])
    else known.push(row)
  }
  return found
}

const tagsFrom = (draft: ImportDraft, rows: ReadonlyArray<Entries>): ReadonlyMap<string, string> => {
  const names = new Map<string, string>()
  for (const row of rows) {
    const name = idOf(row["name"])
    const group = draft.group("tag", idOf(row["id"]), name)
    const source = new SourceObject(group, row, { spellings: kumaSpellings })
    for (const field of ["id", "created_date"]) source.used(field)
    source.carried("name", "name")
    if (source.text("color") !== undefined) {
      if (draft.colorTag(name, idOf(row["color"]))) source.carried("color", "color")
      else source.leftOut("color", "The value is not a color such as #2563eb.")
    }
    source.finish()
    names.set(idOf(row["id"]), name)
  }
  return names
}

/** Returns the name of a tag in Mon, which includes the tag's value, because tags of Uptime Kuma can have values. */
const tagName = (name: string, value: unknown): string => (idOf(value) === "" ? name : `${name}: ${idOf(value)}`)

const serverZoneOf = (rows: ReadonlyArray<Entries>): string | null => {
  const value = rows.find((row) => row["key"] === "serverTimezone")?.["value"]
  if (typeof value !== "string") return null
  return value.replace(/^"|"$/gu, "") || null
}

const leaveOut = (
  draft: ImportDraft,
  rows: ReadonlyArray<Entries>,
  table: string,
  why: (row: Entries) => string
): void => {
  if (rows.length === 0) return
  const group = draft.group("file", table, table)
  for (const row of rows) group.leftOut(`${table}[${idOf(row["id"])}]`, why(row))
}

export const importKumaTables = (given: SourceTables, draft: ImportDraft, today: string): void => {
  checkSize(given, "The database")
  const tables: SourceTables = Object.fromEntries(kumaTables.map((name) => [name, given[name] ?? []]))
  const rows = (name: (typeof kumaTables)[number]): ReadonlyArray<Entries> => tables[name] ?? []
  if (rows("monitor").length > readingLimits.rows)
    throw new UnreadableSource(`There are more than ${readingLimits.rows} monitors.`)
  const tagNames = tagsFrom(draft, rows("tag"))
  const emails = new Map<string, ReadonlyArray<string>>()
  const names = new Map(rows("notification").map((row) => [idOf(row["id"]), idOf(row["name"])]))
  for (const row of rows("notification")) emails.set(idOf(row["id"]), addKumaChannel(draft, row))
  const monitors = rows("monitor")
  const groups = new Map(
    monitors.filter((row) => row["type"] === GROUP_KIND).map((row) => [idOf(row["id"]), idOf(row["name"])])
  )
  const tagsOf = grouped(rows("monitor_tag"), "monitor_id")
  const notificationsOf = grouped(rows("monitor_notification"), "monitor_id")
  for (const row of monitors.toSorted((one, other) => Number(one["id"]) - Number(other["id"]))) {
    const id = idOf(row["id"])
    addKumaMonitor(draft, row, {
      tags: (tagsOf.get(id) ?? []).map((one) => ({
        name: tagName(tagNames.get(idOf(one["tag_id"])) ?? idOf(one["tag_id"]), one["value"]),
        field: `monitor_tag[${idOf(one["tag_id"])}]`
      })),
      notifications: (notificationsOf.get(id) ?? []).map((one) => {
        const notification = idOf(one["notification_id"])
        return {
          id: notification,
          field: `monitor_notification[${notification}]`,
          name: names.get(notification) ?? notification
        }
      }),
      emails,
      groups
    })
  }
  const covered = grouped(rows("monitor_maintenance"), "maintenance_id")
  const serverZone = serverZoneOf(rows("setting"))
  for (const row of rows("maintenance")) {
    const listed = (covered.get(idOf(row["id"])) ?? []).map((one) => idOf(one["monitor_id"]))
    addKumaWindow(draft, row, { monitors: listed, serverZone, today })
  }
  const slugs = new Set<string>()
  for (const row of rows("status_page")) addKumaPage(draft, row, tables, slugs)
  leaveOut(draft, rows("proxy"), "proxy", () => "Mon does not support proxies.")
}

export const importKumaBackup = (text: string, draft: ImportDraft, name: string, today: string): void =>
  importKumaTables(tablesOfBackup(readJson(text, name)), draft, today)
