/** What may come before the root of XML: each is skipped as a whole. */
const PROLOG = /[\s\ufeff]+|<\?[^]*?\?>|<!--[^]*?-->|<!doctype\b[^>[]*(?:\[[^\]]*\][^>]*)?>/iuy
/** The roots of RSS 0.9 to 2.0, of Atom and of sitemaps, with or without a prefix. */
const ROOT = /<(?:[\w.-]{1,40}:)?(?:rss|feed|rdf|urlset|sitemapindex)[\s/>]/iuy
/** The version of JSON Feed (https://www.jsonfeed.org/version/1.1, "version"). */
const JSON_VERSION = /"version"\s*:\s*"https?:(?:\\?\/){2}(?:www\.)?jsonfeed\.org\\?\/version\\?\//iu

/** Where a root or a version that is searched for stands. */
const READ_CHARACTERS = 16_384

/** What a feed or a sitemap is by its content, whatever its header says; null for anything else. */
export const feedKind = (text: string): "json" | "xml" | null => {
  const head = text.slice(0, READ_CHARACTERS)
  let at = 0
  for (PROLOG.lastIndex = 0; PROLOG.test(head); PROLOG.lastIndex = at) at = PROLOG.lastIndex
  ROOT.lastIndex = at
  if (ROOT.test(head)) return "xml"
  return head[at] === "{" && JSON_VERSION.test(head) ? "json" : null
}
