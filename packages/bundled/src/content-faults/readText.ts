import { type PageText, readPageText, readPlainText } from "./PageText.ts"

/** A text as the rules read it. */
export interface ReadText {
  /** HTML, data (JSON or XML), or another text. */
  readonly format: "data" | "html" | "text"
  readonly page: PageText
}

const HTML_START =
  /^[\s\u{feff}]*(?:<!--|<!doctype\s+html|<html|<head|<body|<\?xml[^>]*\?>\s*<(?:!doctype\s+html|html))/iu
const XML_START = /^[\s\u{feff}]*<(?:\?xml|rss|feed|rdf:RDF|urlset|sitemapindex)\b/iu
const JSON_START = /^[\s\u{feff}]*[[{]/u

/** Returns the format of an answer by its beginning; its header decides only where that leaves the format open. */
const formatOf = (contentType: string, text: string): ReadText["format"] => {
  if (HTML_START.test(text)) return "html"
  if (XML_START.test(text) || (JSON_START.test(text) && !contentType.includes("html"))) return "data"
  if (/json|xml\b/u.test(contentType) && !contentType.includes("xhtml")) return "data"
  return contentType.includes("html") || contentType === "" ? "html" : "text"
}

/** Reads a text. `rest`: how it ends, if only its beginning is given; `isCut`: something between is not given. */
export const readText = (contentType: string | null, text: string, rest?: string, isCut?: boolean): ReadText => {
  const format = formatOf(contentType?.toLowerCase() ?? "", text)
  return { format, page: format === "html" ? readPageText(text, rest, isCut) : readPlainText(text, rest, isCut) }
}
