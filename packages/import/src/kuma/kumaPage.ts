import type { ComponentDraft, ImportDraft } from "../document/ImportDraft.ts"
import { plainText, shortened } from "../document/plainText.ts"
import { slugFor } from "../document/slugFor.ts"
import { statusPageLimits } from "@mon/model"
import { type Entries, SourceObject } from "../reading/SourceObject.ts"
import { kumaSpellings, type kumaTables, type SourceTables } from "./KumaTables.ts"

const idOf = (value: unknown): string => String(value ?? "")
const rowsOf = (tables: SourceTables, table: (typeof kumaTables)[number]): ReadonlyArray<Entries> => tables[table] ?? []
const byWeight = (one: Entries, other: Entries): number => Number(one["weight"] ?? 0) - Number(other["weight"] ?? 0)
const short = (text: string, maximum: number): string => shortened(plainText(text), maximum)

const reasons: Readonly<Record<string, string>> = {
  icon: "Add the logo in the dashboard.",
  theme: "Pages in Mon follow the reader's settings.",
  search_engine_index: "Search engines can index pages in Mon.",
  show_tags: "Pages in Mon do not show tags.",
  password: "The password is stored as a hash. Choose who has access, and set a new password.",
  custom_css: "Pages in Mon have colors, but no custom styles.",
  footer_text: "Pages in Mon have links at the bottom.",
  show_powered_by: "Pages in Mon do not mention Uptime Kuma.",
  analytics_id: "Pages in Mon cannot have scripts.",
  google_analytics_tag_id: "Pages in Mon cannot have scripts.",
  analytics_script_url: "Pages in Mon cannot have scripts.",
  analytics_type: "Pages in Mon cannot have scripts.",
  auto_refresh_interval: "Pages in Mon refresh by themselves.",
  show_certificate_expiry: "Pages in Mon do not show certificates.",
  show_only_last_heartbeat: "Pages in Mon always show 90 days."
}

const defaults = {
  icon: "/icon.svg",
  theme: "auto",
  search_engine_index: 1,
  show_powered_by: 1,
  auto_refresh_interval: 300
}

export const addKumaPage = (draft: ImportDraft, row: Entries, tables: SourceTables, slugs: Set<string>): void => {
  const id = idOf(row["id"])
  const group = draft.group("statusPage", id, idOf(row["title"]))
  const source = new SourceObject(group, row, { spellings: kumaSpellings })
  const groups = rowsOf(tables, "group")
    .filter((one) => idOf(one["status_page_id"]) === id)
    .toSorted(byWeight)
  const components: Array<ComponentDraft> = []
  for (const part of groups) {
    const partId = idOf(part["id"])
    const members = rowsOf(tables, "monitor_group")
      .filter((one) => idOf(one["group_id"]) === partId)
      .toSorted(byWeight)
    group.carried(`group[${partId}]`, "groups")
    for (const member of members) {
      const monitor = idOf(member["monitor_id"])
      const field = `monitor_group[${idOf(member["id"])}]`
      const found = rowsOf(tables, "monitor").find((one) => idOf(one["id"]) === monitor)
      if (draft.hasMonitor(monitor)) group.carried(field, "components")
      else group.changed(field, "components", "The component does not follow a monitor, so only you can set its state.")
      const name = short(idOf(found?.["name"]), statusPageLimits.componentNameLength) || `Component ${monitor}`
      components.push({ id: `${partId}-${monitor}`, name, group: partId, monitors: [monitor] })
    }
  }
  for (const one of rowsOf(tables, "status_page_cname"))
    if (idOf(one["status_page_id"]) === id)
      group.leftOut(`status_page_cname[${idOf(one["id"])}]`, "Add the host name of the page in the dashboard.")
  for (const one of rowsOf(tables, "incident"))
    if (idOf(one["status_page_id"]) === id)
      group.leftOut(`incident[${idOf(one["id"])}]`, "Posts and history are not imported.")
  for (const name of ["id", "created_date", "modified_date", "user_id"]) source.used(name)
  const name = short(source.text("title") ?? "", statusPageLimits.nameLength) || "Status"
  const description = short(source.text("description") ?? "", statusPageLimits.descriptionLength)
  if (source.value("title") !== undefined) source.carried("title", "name")
  if (description !== "") source.carried("description", "description")
  const slug = slugFor(source.text("slug") ?? name, slugs)
  if (slug === source.text("slug")) source.carried("slug", "slug")
  else
    source.changed(
      "slug",
      "slug",
      `Mon allows 3 to 60 lowercase letters, digits and hyphens, so the slug became ${slug}.`
    )
  if (source.flag("published") === false)
    source.leftOut(
      "published",
      "Pages in Mon are always published. Choose who has access, or remove the page from the file."
    )
  else source.used("published")
  source.finish({ reasons, defaults })
  draft.addPage({
    group,
    id,
    fields: { name, slug, ...(description === "" ? {} : { description }) },
    groups: groups.map((one) => ({
      id: idOf(one["id"]),
      name: short(idOf(one["name"]), statusPageLimits.componentNameLength) || "Group"
    })),
    components
  })
}
