import type { MarkerRecord, TimelineRange } from "@mon/model"
import { dnsOf } from "./dnsRecords.ts"
import { answerHeartbeats, type Job as HeartbeatJob } from "./heartbeatRecords.ts"
import { answerMarkers } from "./markerRecords.ts"
import { certificateRepair, dnsRepair, repairsOf } from "./repairRecords.ts"
import { messageVerdict } from "./messageRecords.ts"
import { pointsOf, reportOf, standingOf, verificationOf } from "./mailRecords.ts"
import {
  changeRecord,
  pageDetails,
  pageRecord,
  pageTimeline,
  screenshotRecords,
  type WatchedPage
} from "./pageRecords.ts"
import { type Site, timelineOf } from "./records.ts"
import { answerServices, type AService } from "./serviceRecords.ts"
import { previewOf } from "./previewRecords.ts"
import { estimateOf, type Job, jobRecord } from "./simulationRecords.ts"

/** The data that the screens of pages, email health and simulations read and change. */
export interface Screens {
  readonly sites: ReadonlyArray<Site>
  readonly pages: Array<WatchedPage>
  readonly heartbeats: Array<HeartbeatJob>
  readonly services: Array<AService>
  readonly jobs: Array<Job>
  readonly markers: Array<MarkerRecord>
}

interface Call {
  readonly method: string
  readonly path: string
  readonly isFresh: boolean
  readonly isReviewed: boolean
  /** The range of a timeline. Undefined: the default. */
  readonly range: TimelineRange | undefined
  readonly body: Readonly<Record<string, unknown>>
}

const seen = (page: WatchedPage) => ({
  urlId: page.id,
  unseenChanges: page.changes.filter(({ isSeen }) => !isSeen).length
})

const answerPages = ({ pages }: Screens, { body, method, path }: Call): unknown => {
  const [, , id, rest, changeId, mark] = path.split("/")
  if (id === undefined) {
    const url = String(body["url"])
    if (url.includes("refused")) return { problem: "The host must be a public name." }
    const page: WatchedPage = {
      id: `page-new-${pages.length}`,
      name: url.replace(/^https?:\/\//u, ""),
      url,
      state: "unknown",
      changes: [],
      settings: {}
    }
    pages.unshift(page)
    return pageRecord(page)
  }
  if (id === "preview") return previewOf(body)
  if (id === "bulk") {
    const ids = body["urlIds"] as ReadonlyArray<string>
    for (const one of ids)
      pages.splice(
        pages.findIndex((page) => page.id === one),
        1
      )
    return { deleted: ids.length, failed: 0, errors: [] }
  }
  const page = pages.find((one) => one.id === id)
  if (page === undefined) return undefined
  if (rest === "changes" && changeId === "seen") {
    for (const change of page.changes) change.isSeen = true
    return seen(page)
  }
  if (rest === "changes" && changeId !== undefined) {
    const index = page.changes.findIndex((change) => change.id === changeId)
    const change = page.changes[index]
    if (change === undefined) return undefined
    if (mark === undefined) return changeRecord(page, index)
    change.isSeen = method === "PUT"
    return seen(page)
  }
  if (rest === "changes") return page.changes.map((_, index) => changeRecord(page, index))
  if (rest === "screenshots") return screenshotRecords(page)
  if (rest === "timeline") {
    return pageTimeline(page, timelineOf({ id: page.id, host: "page.example" } as Site))
  }
  if (rest === "preview") return previewOf({ ...page.settings, ...body, url: page.url })
  if (rest === "pause") page.state = "paused"
  else if (rest === "resume") page.state = "active"
  else if (rest === "check-now") return { ...pageDetails(page), change: null }
  else if (method === "PATCH") Object.assign(page.settings, body)
  if (typeof body["name"] === "string") page.name = body["name"]
  return method === "GET" ? pageDetails(page) : pageRecord(page)
}

const answerSimulations = ({ jobs }: Screens, { body, path }: Call): unknown => {
  const [, group, id, rest] = path.split("/")
  if (group === "campaign-simulations") return jobs.map((job) => ({ ...jobRecord(job), results: undefined }))
  if (id === "estimate") return estimateOf(body)
  if (id === undefined) {
    const job: Job = {
      id: `job-${jobs.length + 1}`,
      name: typeof body["name"] === "string" ? body["name"] : "Campaign of today",
      status: "processing",
      senders: body["sendingDomains"] as ReadonlyArray<string>,
      entries: (body["prospectEntries"] as ReadonlyArray<string>).length,
      shareUrl: null
    }
    jobs.unshift(job)
    return jobRecord(job)
  }
  const job = jobs.find((one) => one.id === id)
  if (job === undefined) return undefined
  if (rest === "revoke-share") job.shareUrl = `https://mon.example.com/share/${job.id}.secret`
  return rest === "share-info" || rest === "revoke-share" ? { shareUrl: job.shareUrl } : jobRecord(job)
}

/**
 * Returns the response to a request of the screens of pages, email health and simulations. Null: another screen made
 * the request.
 */
export const answerScreens = (screens: Screens, call: Call): unknown => {
  const [, group, id, rest, part] = call.path.split("/")
  if (group === "urls") return answerPages(screens, call)
  if (group === "heartbeats")
    return answerHeartbeats(screens.heartbeats, timelineOf({ id: id ?? "", host: "job.example" } as Site), call)
  if (group === "services")
    return answerServices(screens.services, timelineOf({ id: id ?? "", host: "db.example" } as Site, call.range), call)
  if (group === "campaign-simulate" || group === "campaign-simulations") {
    return answerSimulations(screens, call)
  }
  if (group === "email-health" && id === "message") return messageVerdict(call.body)
  if (group === "email-health") {
    return call.method === "GET"
      ? screens.sites.map(standingOf)
      : reportOf(String(call.body["domain"]), call.body["fresh"] === true, call.body["reportsReviewed"] === true)
  }
  if (group === "domains" && rest === "email-health") {
    const site = screens.sites.find((one) => one.id === id)
    if (site === undefined) return undefined
    if (part === "verify") return verificationOf(site.host)
    return part === "history" ? pointsOf(site) : reportOf(site.host, call.isFresh, call.isReviewed)
  }
  if (group === "domains" && rest === "markers") return answerMarkers(screens.markers, call.method, part, call.body)
  if (group === "domains" && rest === "repairs") {
    const site = screens.sites.find((one) => one.id === id)
    if (site === undefined) return undefined
    if (part !== undefined) return certificateRepair({ reportedAt: new Date().toISOString() })
    return [
      ...(site.certProblem === undefined ? [] : [certificateRepair()]),
      ...(site.isDnsChanged === true ? [dnsRepair(site.host)] : []),
      ...repairsOf(site.host)
    ]
  }
  if (group === "domains" && rest === "dns") {
    const site = screens.sites.find((one) => one.id === id)
    return site === undefined ? undefined : dnsOf(site)
  }
  return null
}
