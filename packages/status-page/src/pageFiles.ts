import { badgeSvg, componentBadge, pageBadge, shieldsAnswer, uptimeBadge } from "./badges/badges.ts"
import { maintenanceCalendar } from "./calendar/maintenanceCalendar.ts"
import { atomFeed, rssFeed } from "./feeds/feeds.ts"
import { postPath } from "./html/posts.ts"
import { embedPage, historyPage, mainPage, maintenancePage, type PageOptions, postPage } from "./html/statusPage.ts"
import type { StatusPageDocument } from "./StatusPageDocument.ts"
import { statuspageAnswer, statuspageNames } from "./statuspage/statuspageJson.ts"

/** A file of a status page. */
export interface PageFile {
  readonly contentType: string
  readonly body: string
}

const HTML = "text/html; charset=utf-8"
const JSON_TYPE = "application/json; charset=utf-8"
const SVG = "image/svg+xml"

type Writer = () => PageFile

const page =
  (write: () => string): Writer =>
  () => ({ contentType: HTML, body: write() })
const json =
  (write: () => object): Writer =>
  () => ({ contentType: JSON_TYPE, body: JSON.stringify(write()) })
const image =
  (write: () => string): Writer =>
  () => ({ contentType: SVG, body: write() })
const text =
  (contentType: string, write: () => string): Writer =>
  () => ({ contentType, body: write() })

const badges = (document: StatusPageDocument): ReadonlyArray<readonly [string, Writer]> =>
  document.components.flatMap((component) => {
    const path = `badge/${encodeURIComponent(component.id)}`
    const files: Array<readonly [string, Writer]> = [
      [`${path}.svg`, image(() => badgeSvg(componentBadge(component, document)))],
      [`${path}.json`, json(() => shieldsAnswer(componentBadge(component, document)))]
    ]
    if (component.days === null) return files
    return [
      ...files,
      [`${path}/uptime.svg`, image(() => badgeSvg(uptimeBadge(component, document)))] as const,
      [`${path}/uptime.json`, json(() => shieldsAnswer(uptimeBadge(component, document)))] as const
    ]
  })

/**
 * Returns every file of a status page except its logo, by its path below the page. Call a path's function to write its
 * file. An empty path, or a path that ends in a slash, is the index of a folder. Equal documents always give equal
 * files.
 *
 * @example
 * pageFiles(document).get("api/v2/status.json")?.() // => { contentType: "application/json; charset=utf-8", body: "…" }
 */
export const pageFiles = (
  document: StatusPageDocument,
  options: PageOptions = {}
): ReadonlyMap<string, () => PageFile> =>
  new Map<string, Writer>([
    ["", page(() => mainPage(document, options))],
    ["history/", page(() => historyPage(document, options))],
    ["maintenance/", page(() => maintenancePage(document, options))],
    ["embed/", page(() => embedPage(document))],
    ["history.atom", text("application/atom+xml; charset=utf-8", () => atomFeed(document))],
    ["history.rss", text("application/rss+xml; charset=utf-8", () => rssFeed(document))],
    ["maintenance.ics", text("text/calendar; charset=utf-8", () => maintenanceCalendar(document))],
    ["badge.svg", image(() => badgeSvg(pageBadge(document)))],
    ["badge.json", json(() => shieldsAnswer(pageBadge(document)))],
    ...statuspageNames.map((name) => [`api/v2/${name}.json`, json(() => statuspageAnswer(name, document))] as const),
    ...document.posts.map((post) => [postPath(post), page(() => postPage(document, post, options))] as const),
    ...badges(document)
  ])
