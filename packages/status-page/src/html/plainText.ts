import { documentLimits } from "../documentLimits.ts"
import { escapeText, Html, html } from "./Html.ts"

const ADDRESS = /https?:\/\/[^\s<>"']+/gu
/** The punctuation marks that do not belong to an address if they follow it. */
const TRAILING = ".,:;!?)]}"

/**
 * Removes trailing punctuation marks from an address. Searches from the end, so that even many such characters take
 * only one pass.
 */
const withoutTrailing = (address: string): string => {
  let end = address.length
  while (end > 0 && TRAILING.includes(address.charAt(end - 1))) end -= 1
  return address.slice(0, end)
}

/**
 * Returns whether an address may become a link. `mailto:` is only allowed if a person entered the address as a link.
 */
export const isLinkable = (url: string, schemes: ReadonlyArray<string> = ["http:", "https:", "mailto:"]): boolean => {
  const parsed = URL.parse(url)
  return parsed !== null && schemes.includes(parsed.protocol) && parsed.username === "" && parsed.password === ""
}

/** Returns a link to another site. The site neither learns the page's address nor gets access to its window. */
const outside = (url: string): string => html`<a href="${url}" rel="nofollow noopener noreferrer">${url}</a>`.markup

/** Converts text to markup. The first addresses in the text become links. */
const linked = (text: string): string => {
  let markup = ""
  let end = 0
  let examined = 0
  for (const match of text.matchAll(ADDRESS)) {
    if (examined === documentLimits.links) break
    examined += 1
    const address = withoutTrailing(match[0])
    if (!isLinkable(address, ["http:", "https:"])) continue
    markup += escapeText(text.slice(end, match.index)) + outside(address)
    end = match.index + address.length
  }
  return markup + escapeText(text.slice(end))
}

/**
 * Converts people's plain text to paragraphs. Addresses become links, and everything else stays as written. Escapes the
 * text as a whole, which is much faster for thousands of short paragraphs.
 */
export const paragraphs = (text: string): Html => {
  const texts = linked(text.trim()).split(/\r?\n\s*\n/u)
  let markup = ""
  for (const paragraph of texts) if (paragraph !== "") markup += `<p>${paragraph.trim()}</p>`
  return new Html(markup.replaceAll(/\r?\n/gu, "<br>"))
}
