import { type Html, html } from "./Html.ts"

const ADDRESS = /https?:\/\/[^\s<>"']+/gu
/** Ends of sentences that are not part of an address. */
const TRAILING = /[.,:;!?)\]}]+$/u

/** Whether an address may become a link. `mailto:` only where a person chose it as a link. */
export const isLinkable = (url: string, schemes: ReadonlyArray<string> = ["http:", "https:", "mailto:"]): boolean => {
  const parsed = URL.parse(url)
  return parsed !== null && schemes.includes(parsed.protocol) && parsed.username === "" && parsed.password === ""
}

/** A link to another site, which gets neither our address nor our window. */
const outside = (url: string): Html => html`<a href="${url}" rel="nofollow noopener noreferrer">${url}</a>`

const line = (text: string): ReadonlyArray<Html> => {
  const parts: Array<Html> = []
  let end = 0
  for (const match of text.matchAll(ADDRESS)) {
    const address = match[0].replace(TRAILING, "")
    if (!isLinkable(address, ["http:", "https:"])) continue
    parts.push(html`${text.slice(end, match.index)}${outside(address)}`)
    end = match.index + address.length
  }
  return [...parts, html`${text.slice(end)}`]
}

/** Plain text of people as paragraphs. Addresses become links; everything else is shown as it was written. */
export const paragraphs = (text: string): ReadonlyArray<Html> =>
  text
    .split(/\r?\n\s*\n/u)
    .filter((paragraph) => paragraph.trim() !== "")
    .map((paragraph) => {
      const lines = paragraph.trim().split(/\r?\n/u)
      return html`<p>${lines.map((one, index) => html`${index === 0 ? null : html`<br>`}${line(one)}`)}</p>`
    })
