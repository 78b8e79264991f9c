import { argumentsOf, aString, aUint8Array, nullable, optional, optionsOf, whole } from "@mon/bundled/arguments"
import { pageOptions } from "../argumentKinds.ts"
import { blockedBy } from "./BlockedPage.ts"
import { decodeBody } from "./decodeBody.ts"
import { htmlText } from "./htmlText.ts"
import { jsonText } from "./jsonText.ts"
import { TooCostly } from "./limitedDom.ts"
import type { LinePattern } from "./LinePattern.ts"
import { maskNoise } from "./NoiseMask.ts"
import { EXTRACTION_VERSION, pageLimits, type PageOptions } from "./PageOptions.ts"
import type { PageKind, PageReading, UnreadablePage } from "./PageReading.ts"
import { NotApplicable } from "./Selection.ts"
import { selectedJson } from "./selectedJson.ts"
import { selectedText } from "./selectedText.ts"
import { selectedXml, xmlLines } from "./xmlText.ts"

/**
 * Returns the crypto module of Node, or undefined outside of Node. The module is not imported, because this package
 * must also run in browsers. It is loaded with the first page, because loading it takes longer than loading this
 * package.
 */
const nodeCrypto = () => globalThis.process?.getBuiltinModule?.("node:crypto")

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")

/** Returns the SHA-256 of a text or of bytes in lower-case hex. Uses Node if possible, and WebCrypto otherwise. */
const sha256 = async (content: string | Uint8Array): Promise<string> => {
  const node = nodeCrypto()
  if (node !== undefined) return node.createHash("sha256").update(content).digest("hex")
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : Uint8Array.from(content)
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)))
}

/** A pattern for a part that may precede the root element of XML. Each part is skipped as a whole. */
const PROLOG = /[\s\ufeff]+|<\?[^]*?\?>|<!--[^]*?-->|<!doctype\b[^>[]*(?:\[[^\]]*\][^>]*)?>/iuy
/** A pattern for the root elements of RSS 0.9 to 2.0, of Atom and of sitemaps, with or without a prefix. */
const ROOT = /<(?:[\w.-]{1,40}:)?(?:rss|feed|rdf|urlset|sitemapindex)[\s/>]/iuy
/** A pattern for the version of JSON Feed (https://www.jsonfeed.org/version/1.1, "version"). */
const JSON_VERSION = /"version"\s*:\s*"https?:(?:\\?\/){2}(?:www\.)?jsonfeed\.org\\?\/version\\?\//iu

/** The number of characters at the beginning of a text that are searched for a root element or a version. */
const READ_CHARACTERS = 16_384

/**
 * Returns the kind of a feed or a sitemap, or null for anything else. Only the content determines the kind; the header
 * does not count.
 */
const feedKind = (text: string): "json" | "xml" | null => {
  const head = text.slice(0, READ_CHARACTERS)
  let at = 0
  for (PROLOG.lastIndex = 0; PROLOG.test(head); PROLOG.lastIndex = at) at = PROLOG.lastIndex
  ROOT.lastIndex = at
  if (ROOT.test(head)) return "xml"
  return head[at] === "{" && JSON_VERSION.test(head) ? "json" : null
}

const acceptReadPage = /* @__PURE__ */ argumentsOf("readPage", () => ({
  source: optionsOf<PageSource>({ body: aUint8Array, contentType: nullable(aString), statusCode: whole(100, 999) }),
  options: optional(pageOptions())
}))

/** A fetched page. */
export interface PageSource {
  readonly body: Uint8Array
  /** The Content-Type header. If it is null, the content determines the type. */
  readonly contentType: string | null
  readonly statusCode: number
}

const lineKey = (pattern: string | RegExp | LinePattern): string =>
  typeof pattern === "string" ? JSON.stringify(pattern) : `/${pattern.source}/${pattern.flags ?? ""}`

/**
 * Returns a function that tests lines. Its result does not depend on earlier calls, unlike the result of a regular
 * expression with the flag `g` or `y`.
 */
const testerOf = (pattern: string | RegExp | LinePattern): LinePattern["test"] => {
  if (typeof pattern === "string") {
    const wanted = pattern.normalize("NFC")
    return (line) => line.includes(wanted)
  }
  if (!(pattern instanceof RegExp)) return (line) => pattern.test(line)
  const stateless = new RegExp(pattern.source, pattern.flags.replaceAll(/[gy]/gu, ""))
  return (line) => stateless.test(line)
}

/**
 * Returns the identifier of a set of options. The order of the items has an effect only in `attributes`, because the
 * selected parts are read in document order.
 */
const configurationOf = async (options: PageOptions): Promise<string> => {
  const {
    attributes = [],
    dedupe = false,
    exclude = [],
    ignoreLines = [],
    include = [],
    masks = [],
    sort = false,
    title = false
  } = options
  const canonical = [
    attributes,
    dedupe,
    exclude.toSorted(),
    ignoreLines.map(lineKey).toSorted(),
    include.toSorted(),
    masks.toSorted(),
    sort,
    title
  ]
  return `v${EXTRACTION_VERSION}:${(await sha256(JSON.stringify(canonical))).slice(0, 16)}`
}

const MEDIA_TYPES: ReadonlyArray<readonly [RegExp, PageKind]> = [
  [/^(?:text\/html|application\/xhtml\+xml)/u, "html"],
  [/^(?:application\/json|application\/[\w.-]+\+json|text\/json)/u, "json"],
  [/^(?:text\/xml|application\/xml|application\/[\w.-]+\+xml)/u, "xml"],
  [/^text\//u, "text"],
  [/^application\/(?:javascript|ecmascript|x-javascript|x-sh|toml|yaml|x-yaml)/u, "text"]
]

/**
 * Returns whether the first 1,024 bytes of a body include a byte that no text contains (WHATWG MIME Sniffing, "binary
 * data byte"). Returns false for UTF-16 with a byte-order mark.
 */
const isBinary = (body: Uint8Array): boolean => {
  const head = body.subarray(0, 1_024)
  if ((head[0] === 0xfe && head[1] === 0xff) || (head[0] === 0xff && head[1] === 0xfe)) return false
  return head.some(
    (byte) => byte <= 0x08 || byte === 0x0b || (byte >= 0x0e && byte <= 0x1a) || (byte >= 0x1c && byte <= 0x1f)
  )
}

const sniff = (text: string): PageKind => {
  const head = text.slice(0, 1_024).trimStart().toLowerCase()
  if (
    /^(?:<\?xml[^>]*>\s*)?(?:<!doctype html|<html|<head|<body|<!--|<script|<div|<h1|<p\b|<table|<a\b|<br|<title)/u.test(
      head
    )
  )
    return "html"
  if (head.startsWith("<?xml")) return "xml"
  return head.startsWith("{") || head.startsWith("[") ? "json" : "text"
}

const kindOf = (contentType: string | null, body: Uint8Array): PageKind | null => {
  const type = (contentType ?? "").trim().toLowerCase()
  if (
    type === "" ||
    type.startsWith("application/octet-stream") ||
    type.startsWith("unknown/") ||
    type.startsWith("*/*")
  ) {
    return isBinary(body) ? "binary" : null
  }
  return (
    MEDIA_TYPES.find(([pattern]) => pattern.test(type))?.[1] ??
    (isBinary(body)
      ? "binary"
      : /^(?:image|audio|video|font)\//u.test(type) || type.startsWith("application/pdf")
        ? "binary"
        : null)
  )
}

interface Lines {
  readonly title: string | null
  readonly lines: ReadonlyArray<string>
  readonly truncated: boolean
  readonly missing?: string | null
}

const plainLines = (text: string): ReadonlyArray<string> =>
  text
    .replace(/\r\n?/gu, "\n")
    .split("\n")
    .map((line) => line.trimEnd())

const linesOf = async (kind: Exclude<PageKind, "binary">, text: string, options: PageOptions): Promise<Lines> => {
  const { attributes = [], exclude = [], include = [] } = options
  const { maxCharacters = pageLimits.characters, maxLines = pageLimits.lines } = options
  const limits = { characters: maxCharacters, lines: maxLines }
  const wanted = { attributes: attributes.map((name) => name.toLowerCase()), maxCharacters, maxLines }
  const isSelecting = include.length + exclude.length > 0
  if (kind === "html")
    return isSelecting ? await selectedText(text, { include, exclude }, wanted) : htmlText(text, wanted)
  if (kind === "xml")
    return isSelecting ? await selectedXml(text, { include, exclude }, limits) : await xmlLines(text, limits)
  if (text.length > maxCharacters) return { title: null, lines: [], truncated: true }
  if (kind === "json" && isSelecting) return { title: null, ...selectedJson(text, { include, exclude }, limits) }
  const json = kind === "json" ? jsonText(text, limits) : null
  if (json !== null) return { title: null, ...json }
  const lines = plainLines(text)
  return { title: null, lines, truncated: lines.length > maxLines }
}

/** Normalises lines in this order: Unicode form, ignored lines, masks, sorting, repeated lines. */
const normalise = (
  lines: ReadonlyArray<string>,
  { dedupe = false, ignoreLines = [], masks = [], sort = false }: PageOptions
): ReadonlyArray<string> => {
  const names = new Set<string>(masks)
  const isIgnored = ignoreLines.map(testerOf)
  let normalised = lines.map((line) => line.normalize("NFC")).filter((line) => !isIgnored.some((test) => test(line)))
  if (names.size > 0) normalised = normalised.map((line) => maskNoise(line, names))
  if (sort) normalised = normalised.toSorted()
  return dedupe ? [...new Set(normalised)] : normalised
}

/** The options that do not apply to each kind of content, in the order in which they are reported. */
const INAPPLICABLE: Readonly<Record<PageKind, ReadonlyArray<"include" | "exclude" | "attributes" | "title">>> = {
  html: [],
  xml: ["attributes"],
  json: ["attributes", "title"],
  text: ["include", "exclude", "attributes", "title"],
  binary: ["include", "exclude", "attributes", "title"]
}

const KIND_NAMES: Readonly<Record<PageKind, string>> = {
  html: "HTML",
  xml: "XML",
  json: "JSON",
  text: "plain text",
  binary: "binary data"
}

const isSet = (value: PageOptions["include"] | PageOptions["title"]): boolean =>
  typeof value === "object" ? value.length > 0 : value === true

const inapplicable = (kind: PageKind, options: PageOptions): string | null => {
  const option = INAPPLICABLE[kind].find((name) => isSet(options[name]))
  return option === undefined ? null : `The option ${option} does not apply, because the page is ${KIND_NAMES[kind]}.`
}

const unread = (state: UnreadablePage["state"], reason: string): UnreadablePage => ({ state, reason })

/**
 * Extracts the comparable text of a page, or returns the reason why the page cannot be compared. Rejects with a
 * TypeError only for invalid options, such as an invalid selector or too many selectors.
 *
 * @example
 * const body = new TextEncoder().encode("<h1>Prices</h1><p>Starter: 39 EUR")
 * const reading = await readPage({ body, contentType: "text/html", statusCode: 200 })
 * reading.state === "ok" && reading.text // => "Prices\nStarter: 39 EUR"
 */
export const readPage = async (source: PageSource, options: PageOptions = {}): Promise<PageReading> => {
  acceptReadPage(source, options)
  const { body, contentType, statusCode } = source
  const { maxBytes = pageLimits.bytes, title: withTitle = false } = options
  const configuration = await configurationOf(options)
  if (body.length > maxBytes)
    return unread("too_large", `The page is ${body.length} bytes, which is over the limit of ${maxBytes}.`)
  if (body.length === 0) return unread("empty", "The page is empty.")
  const declaredKind = kindOf(contentType, body)
  if (declaredKind === "binary") {
    const reason = inapplicable("binary", options)
    if (reason !== null) return unread("not_applicable", reason)
    const summary = `${body.length} bytes\nsha256 ${await sha256(body)}`
    return { state: "ok", kind: "binary", title: null, text: summary, hash: await sha256(summary), configuration }
  }
  const decoded = decodeBody(body, contentType)
  const pageKind = feedKind(decoded) ?? declaredKind ?? sniff(decoded)
  const reason = inapplicable(pageKind, options)
  if (reason !== null) return unread("not_applicable", reason)
  const read = await linesOf(pageKind === "binary" ? "text" : pageKind, decoded, options).catch((error: unknown) => {
    if (error instanceof TooCostly || error instanceof NotApplicable) return error
    throw error
  })
  if (read instanceof TooCostly) return unread("too_large", read.message)
  if (read instanceof NotApplicable) return unread("not_applicable", read.message)
  const { truncated, lines, missing = null, title } = read
  if (pageKind === "html") {
    const blocker = blockedBy(decoded, statusCode)
    if (blocker !== null) return unread("blocked", `The site showed another page instead: ${blocker}.`)
  }
  if (missing !== null) return unread("filter_not_found", `Nothing on the page matches ${missing.slice(0, 200)}.`)
  if (truncated) return unread("too_large", "The page contains more text or more lines than the limit.")
  const normalised = normalise(withTitle && title !== null && title !== "" ? [title, ...lines] : lines, options)
  if (normalised.every((line) => line.trim() === "")) return unread("empty", "The page shows no text.")
  const joined = normalised.join("\n")
  return { state: "ok", kind: pageKind, title, text: joined, hash: await sha256(joined), configuration }
}
