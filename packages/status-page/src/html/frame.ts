import { pageHeadline } from "../pageState.ts"
import type { StatusPageDocument, StatusPageLogo } from "../StatusPageDocument.ts"
import { momentText } from "../words/times.ts"
import type { Words } from "../words/PageWords.ts"
import { wordsOf } from "../words/words.ts"
import { Html, html } from "./Html.ts"
import { isLinkable } from "./plainText.ts"
import { styleSheet } from "./style.ts"

export interface FramedPage {
  readonly document: StatusPageDocument
  /** The relative path from this page to the main page: `./`, `../` or `../../`. */
  readonly base: string
  /** The query string that is added to the links to feeds, to the calendar and to JSON. */
  readonly feedQuery: string
  /**
   * The path of this page below the main page: empty, or ending with a slash. Null for a page without a canonical link.
   */
  readonly path: string | null
  /**
   * The link to the page on which readers subscribe: an address, or a path below the main page. Null if there is no
   * such page.
   */
  readonly subscribeUrl: string | null
  /** The title of the page. Null for the main page, whose title states the current state. */
  readonly title: string | null
  readonly body: Html
}

const suffixes: Readonly<Record<StatusPageLogo["contentType"], string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/webp": "webp"
}

/** Returns the path of a logo relative to the page's address. */
export const logoPath = ({ contentType, hash }: StatusPageLogo): string =>
  `logo-${hash.replaceAll(/[^0-9a-f]/gu, "").slice(0, 32)}.${suffixes[contentType]}`

const LOGO_HEIGHT = 40
const LOGO_WIDTH = 240

/** Returns the width and the height at which a logo is shown, in the logo's proportions. */
const logoSize = ({ height, width }: StatusPageLogo): readonly [number, number] => {
  const scale = Math.min(1, LOGO_HEIGHT / height, LOGO_WIDTH / width)
  return [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))]
}

const logoImage = (logo: StatusPageLogo, base: string): Html => {
  const [width, height] = logoSize(logo)
  return html`<img src="${base}${logoPath(logo)}" alt="" width="${width}" height="${height}">`
}

/** Writes a time in a form that programs can also read. */
export const timeElement = (at: string, { language, timeZone }: StatusPageDocument): Html =>
  html`<time datetime="${at}">${momentText(at, language, timeZone)}</time>`

const formats: ReadonlyArray<readonly [string, string]> = [
  ["history.atom", "Atom"],
  ["history.rss", "RSS"]
]

const alternates = ({ base, feedQuery }: FramedPage): ReadonlyArray<Html> =>
  formats.map(
    ([path, name]) =>
      html`<link rel="alternate" type="application/${name.toLowerCase()}+xml" title="${name}" href="${base}${path}${feedQuery}">`
  )

const below = (base: string, address: string): string => (address.includes(":") ? address : `${base}${address}`)

const footer = ({ base, document: { links, timeZone }, feedQuery }: FramedPage, words: Words): Html =>
  html`<footer><nav aria-label="${words.subscribe}"><ul><li><a href="${base}history/">${words.history}</a></li>
    <li><a href="${base}maintenance/">${words.plannedMaintenance}</a></li>
    ${formats.map(([path, name]) => html`<li><a href="${base}${path}${feedQuery}">${name}</a></li>`)}
    <li><a href="${base}maintenance.ics${feedQuery}">${words.calendar}</a></li>
    <li><a href="${base}api/v2/summary.json${feedQuery}">JSON</a></li></ul></nav>
    ${
      links.length === 0
        ? null
        : html`<nav aria-label="${words.links}"><ul>${links.map(({ label, url }) =>
            isLinkable(url) ? html`<li><a href="${url}" rel="noopener">${label}</a></li>` : html`<li>${label}</li>`
          )}</ul></nav>`
    }
    <p>${words.timesIn(timeZone)}</p></footer>`

/** Returns the text of `<title>`. On the main page, it begins with the state, so that a browser tab shows the state. */
const titleOf = ({ document, title }: FramedPage, words: Words): string =>
  title === null
    ? `${words.headlines[pageHeadline(document)]} · ${words.statusOf(document.name)}`
    : `${title} · ${words.statusOf(document.name)}`

const headOf = (framed: FramedPage, words: Words): Html => {
  const { base, document, path } = framed
  return html`<!doctype html>
    <html lang="${document.language}"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${titleOf(framed, words)}</title>${path === null ? null : html`<link rel="canonical" href="${document.url}/${path}">`}
    ${document.description === null ? null : html`<meta name="description" content="${document.description}">`}
    ${alternates(framed)}
    ${document.logo === null ? html`<link rel="icon" href="data:,">` : html`<link rel="icon" href="${base}${logoPath(document.logo)}">`}
    <style>${new Html(styleSheet(document))}</style></head>`
}

/** Returns a complete HTML page without scripts, which refers only to files of its own status page. */
export const framed = (page: FramedPage): string => {
  const { base, body, document, subscribeUrl, title } = page
  const words = wordsOf(document.language)
  const name = html`${document.logo === null ? null : logoImage(document.logo, base)}`
  return html`${headOf(page, words)}<body><a class="skip" href="#content">${words.skip}</a>
    <div class="top"><header>${name}${title === null ? html`<h1>${words.statusOf(document.name)}</h1>` : html`<a href="${base}">${words.statusOf(document.name)}</a>`}${subscribeUrl === null ? null : html`<a class="subscribe" href="${below(base, subscribeUrl)}" title="${words.subscribeHow}">${words.subscribe}</a>`}</header></div>
    <main id="content">${body}</main>
    ${footer(page, words)}</body></html>
    `.markup
}

export const framedSmall = (page: FramedPage): string => {
  const words = wordsOf(page.document.language)
  return html`${headOf(page, words)}<body class="small"><main>${page.body}</main></body></html>
    `.markup
}
