import { type Entries, isEntries } from "../reading/SourceObject.ts"
import type { RecordedRequest, RequestHeader } from "./RecordedRequest.ts"

/** The requests of a recording, and those that say nothing about the site itself, with the reasons. */
export interface Recording {
  readonly requests: ReadonlyArray<RecordedRequest>
  readonly skipped: ReadonlyArray<readonly [from: string, reason: string]>
}

const OTHER_HOST = "Only requests to the site of the first request become steps."
const OTHER_KIND = "Only requests for documents and data become steps."
const FOLLOWED = "The step before it follows the redirect."
const COOKIES = "The steps get their cookies from the responses."
const FILES = "Mon does not send files."

/** The kinds of requests in recordings of Chromium (`_resourceType`). */
const KINDS: ReadonlySet<string> = new Set(["document", "fetch", "xhr"])
const DATA_TYPE = /html|json|xml|^text\/plain/iu

const textOf = (entries: Entries, name: string): string => {
  const value = Object.hasOwn(entries, name) ? entries[name] : undefined
  return typeof value === "string" ? value : ""
}

const partOf = (entries: Entries, name: string): Entries => {
  const value = Object.hasOwn(entries, name) ? entries[name] : undefined
  return isEntries(value) ? value : {}
}

const listOf = (entries: Entries, name: string): ReadonlyArray<Entries> => {
  const value = Object.hasOwn(entries, name) ? entries[name] : undefined
  return Array.isArray(value) ? value.filter(isEntries) : []
}

/** The name under which the hosts of one site are compared. */
const siteOf = (host: string): string => host.replace(/^www\./u, "")

const isOfSite = (host: string, site: string): boolean => siteOf(host) === site || host.endsWith(`.${site}`)

const isData = (entry: Entries): boolean => {
  const kind = textOf(entry, "_resourceType")
  if (kind !== "") return KINDS.has(kind)
  return DATA_TYPE.test(textOf(partOf(partOf(entry, "response"), "content"), "mimeType"))
}

const encoded = (params: ReadonlyArray<Entries>): string =>
  new URLSearchParams(params.map((one) => [textOf(one, "name"), textOf(one, "value")])).toString()

const requestOf = (entry: Entries, where: string): RecordedRequest => {
  const request = partOf(entry, "request")
  const response = partOf(entry, "response")
  const body = partOf(request, "postData")
  const params = listOf(body, "params")
  const hasFile = params.some((one) => textOf(one, "fileName") !== "")
  const text = textOf(body, "text") || encoded(params)
  const headers = listOf(request, "headers").map((header): RequestHeader => {
    const name = textOf(header, "name")
    return { from: `${where}.headers.${name}`, name, value: textOf(header, "value") }
  })
  const cookies = headers.filter(({ name }) => name.toLowerCase() === "cookie")
  const status = Object.hasOwn(response, "status") ? response["status"] : null
  return {
    url: textOf(request, "url").replace(/#.*$/su, ""),
    method: { from: `${where}.method`, value: textOf(request, "method").toUpperCase() || "GET" },
    headers: headers.filter(({ name }) => name !== "" && !name.startsWith(":") && name.toLowerCase() !== "cookie"),
    body: text === "" || hasFile ? null : { from: `${where}.postData`, value: text },
    user: null,
    token: null,
    status:
      typeof status === "number" && status >= 200 && status < 300
        ? { from: `${where}.response.status`, value: String(status) }
        : null,
    followsRedirects: true,
    leftOut: [
      ...cookies.map(({ from }) => [from, COOKIES] as const),
      ...(hasFile ? ([[`${where}.postData`, FILES]] as const) : [])
    ]
  }
}

/**
 * Returns the requests for documents and data that a browser sent to one site, in order. `har`: the value of a HAR file
 * (HTTP Archive 1.2).
 */
export const readHar = (har: unknown): Recording => {
  const requests: Array<RecordedRequest> = []
  const skipped: Array<readonly [string, string]> = []
  let site: string | null = null
  let redirect: string | null = null
  for (const [index, entry] of listOf(partOf(isEntries(har) ? har : {}, "log"), "entries").entries()) {
    const where = `log.entries[${index}].request`
    const url = URL.parse(textOf(partOf(entry, "request"), "url"))
    if (url === null || !/^https?:$/u.test(url.protocol) || !isData(entry)) {
      skipped.push([where, OTHER_KIND])
      continue
    }
    site ??= siteOf(url.hostname)
    const isFollowed = url.href === redirect
    if (isFollowed || isOfSite(url.hostname, site)) {
      const target = textOf(partOf(entry, "response"), "redirectURL")
      redirect = target === "" ? null : (URL.parse(target, url)?.href ?? null)
    }
    if (isFollowed) skipped.push([where, FOLLOWED])
    else if (isOfSite(url.hostname, site)) requests.push(requestOf(entry, where))
    else skipped.push([where, OTHER_HOST])
  }
  return { requests, skipped }
}
