import { statusPageLimits as limits } from "@mon/model"
import type { ImportDraft } from "../document/ImportDraft.ts"
import { plainText, shortened } from "../document/plainText.ts"
import { slugFor } from "../document/slugFor.ts"
import { readJson } from "../reading/readJson.ts"
import { type Entries, isEntries, SourceObject } from "../reading/SourceObject.ts"
import { UnreadableSource } from "../reading/UnreadableSource.ts"
import { canonicalTimeZone } from "@mon/model"

const listOf = (value: unknown): ReadonlyArray<Entries> => (Array.isArray(value) ? value.filter(isEntries) : [])
const text = (value: unknown, maximum: number): string =>
  typeof value === "string" ? shortened(plainText(value), maximum) : ""
const position = (one: Entries, other: Entries): number => Number(one["position"] ?? 0) - Number(other["position"] ?? 0)

/** The names of fields that the page contains but that users cannot set. */
const FACTS = [
  "id",
  "page_id",
  "created_at",
  "updated_at",
  "start_date",
  "status",
  "position",
  "group",
  "group_id",
  "components"
]

const zoneFrom = (page: SourceObject): string | null => {
  const given = page.text("time_zone")
  if (given === undefined) return null
  const zone = canonicalTimeZone(given)
  if (zone === null) page.leftOut("time_zone", "The value is not the name of an IANA time zone. Set timezone.")
  else page.carried("time_zone", "timezone")
  return zone
}

const describe = (source: SourceObject, to: string): { readonly name: string; readonly description?: string } => {
  const name = text(source.value("name"), limits.componentNameLength) || "Component"
  const description = text(source.value("description"), limits.componentDescriptionLength)
  for (const field of FACTS) source.used(field)
  source.carried("name", `${to}.name`)
  if (description !== "") source.carried("description", `${to}.description`)
  return { name, ...(description === "" ? {} : { description }) }
}

/**
 * Imports the public JSON of a page of Statuspage or a compatible service: `/api/v2/summary.json` or
 * `/api/v2/components.json`.
 */
export const importStatusPage = (files: ReadonlyMap<string, string>, draft: ImportDraft): void => {
  const slugs = new Set<string>()
  for (const [file, content] of files) {
    const root = readJson(content, file)
    if (!isEntries(root) || !isEntries(root["page"]) || !Array.isArray(root["components"]))
      throw new UnreadableSource(`${file} has no page with components: use /api/v2/summary.json from a status page.`)
    const outer = new SourceObject(
      draft.group("statusPage", String(root["page"]["id"] ?? file), String(root["page"]["name"] ?? "")),
      root
    )
    const page = outer.part("page")
    if (page === null) continue
    const { group } = outer
    const id = page.text("id") ?? file
    const name = text(page.value("name"), limits.nameLength) || "Status"
    page.carried("name", "name")
    page.used("id")
    page.used("updated_at")
    const zone = zoneFrom(page)
    const url = page.text("url")
    const links =
      url === undefined || !URL.canParse(url) || url.length > limits.linkLength || !/^https?:/iu.test(url)
        ? []
        : [{ label: "Earlier page", url }]
    if (links.length > 0) page.changed("url", "links", "The page's URL became a link at the bottom of the page.")
    const sorted = listOf(root["components"]).toSorted(position)
    const sources = new Map(outer.parts("components").map((one) => [one.values, one]))
    const groups = sorted.filter((one) => one["group"] === true)
    const parts = sorted.filter((one) => one["group"] !== true)
    const described = (one: Entries, to: string) => {
      const source = sources.get(one)
      return source === undefined ? { name: "Component" } : describe(source, to)
    }
    const groupDrafts = groups.map((one) => ({ id: String(one["id"]), ...described(one, "groups") }))
    const components = parts.map((one) => {
      const source = sources.get(one)
      const isOnlyDegraded = source?.flag("only_show_if_degraded") === true
      if (isOnlyDegraded) source?.leftOut("only_show_if_degraded", "Set onlyIfDegraded.")
      return {
        id: String(one["id"]),
        ...described(one, "components"),
        ...(typeof one["group_id"] === "string" ? { group: one["group_id"] } : {}),
        monitors: []
      }
    })
    for (const field of ["incidents", "scheduled_maintenances"])
      if (outer.list(field).length > 0) outer.leftOut(field, "Posts and history are not imported.")
    outer.used("status")
    outer.finish({
      reasons: { showcase: "Components in Mon always show their days." },
      otherwise: "Pages in Mon have no equivalent."
    })
    const slug = slugFor(name, slugs)
    draft.addPage({
      group,
      id,
      fields: { name, slug, ...(zone === null ? {} : { timezone: zone }), ...(links.length === 0 ? {} : { links }) },
      groups: groupDrafts,
      components
    })
  }
}
