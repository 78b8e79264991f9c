import type { Audience, WorkspaceLogo } from "./Audience.ts"
import { html, type Html, linkable, NOTHING, toPage } from "./Html.ts"
import type { Notice, Row, Section, Tone } from "./Notice.ts"
import { dark, light, type Palette } from "./Palette.ts"
import { wordsOf } from "./words/Voice.ts"

/** A picture that is attached to the email. */
interface EmailImage {
  readonly contentId: string
  /** The description of the picture for people who cannot see it. */
  readonly alt: string
}

const FONT = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

const CODE_FONT = "font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:0.9em"

/**
 * The rules for the dark mode. Email programs that support the dark mode use these rules instead of the inline colours.
 */
const darkRules = ({ ground, card, text, quiet, line, link, tones, onTone }: Palette): string =>
  [
    `.ground{background-color:${ground}!important}`,
    `.card{background-color:${card}!important;border-color:${line}!important}`,
    `.text{color:${text}!important}`,
    `.quiet{color:${quiet}!important}`,
    `.line{border-color:${line}!important}`,
    `.link{color:${link}!important}`,
    ...Object.entries(tones).map(
      ([tone, colour]) => `.${tone}{background-color:${colour}!important;color:${onTone}!important}`
    )
  ].join("")

/** The rules for narrow screens. A phone has not enough width for two columns, and would break names in the middle. */
const narrowRules =
  "th,td.line{display:block!important;width:auto!important}th{padding-bottom:0!important}td.line{border-top:0!important;padding-top:2px!important}"

/** Formats a text. Its commands get another font, without the quotation marks around them. */
const withCommands = (text: string, commands: ReadonlyArray<string>): ReadonlyArray<Html> => {
  const [first, ...others] = commands
  if (first === undefined) return [html`${text}`]
  const code = html`<code style="${CODE_FONT}">${first.slice(1, -1)}</code>`
  return text.split(first).flatMap((part, index) => [...(index === 0 ? [] : [code]), ...withCommands(part, others)])
}

const factRow = ({ label, value }: Row, commands: ReadonlyArray<string>): Html => html`
<tr><th scope="row" class="quiet line" align="left" valign="top" style="${FONT};font-size:14px;line-height:20px;font-weight:normal;color:${light.quiet};border-top:1px solid ${light.line};padding:8px 16px 8px 0;width:30%;word-break:break-word"><bdi>${label}</bdi></th><td class="text line" align="left" valign="top" style="${FONT};font-size:14px;line-height:20px;color:${light.text};border-top:1px solid ${light.line};padding:8px 0;word-break:break-word;overflow-wrap:anywhere"><bdi>${withCommands(value, commands)}</bdi></td></tr>`

const paragraph = (text: string, commands: ReadonlyArray<string>): Html =>
  html`<p class="text" style="${FONT};font-size:16px;line-height:24px;color:${light.text};margin:0 0 16px;word-break:break-word;overflow-wrap:anywhere">${withCommands(text, commands)}</p>
`

const table = (rows: ReadonlyArray<Row>, commands: ReadonlyArray<string>): Html =>
  rows.length === 0
    ? NOTHING
    : html`<table width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse;margin:0 0 16px">${rows.map((row) => factRow(row, commands))}
</table>
`

const list = (
  { title, rows, more }: Section,
  commands: ReadonlyArray<string>
): Html => html`<h2 class="text" style="${FONT};font-size:16px;line-height:22px;color:${light.text};margin:24px 0 8px">${title}</h2>
${table(rows, commands)}${
  more === null
    ? NOTHING
    : html`<p class="quiet" style="${FONT};font-size:14px;line-height:20px;color:${light.quiet};margin:0 0 16px">${more}</p>
`
}`

const button = (link: Notice["link"], tone: Tone): Html => {
  const url = link === null ? null : linkable(link.url)
  if (link === null || url === null) return NOTHING
  return html`<p style="margin:24px 0 8px"><a href="${url}" class="${tone}" style="${FONT};display:inline-block;font-size:15px;line-height:20px;font-weight:bold;text-decoration:none;color:${light.onTone};background-color:${light.tones[tone]};border-radius:6px;padding:10px 18px">${link.label}</a></p>
`
}

/** Makes the second link. It is less prominent than the button, but large enough for a finger. */
const secondLink = (link: Notice["link"]): Html => {
  const url = link === null ? null : linkable(link.url)
  if (link === null || url === null) return NOTHING
  return html`<p style="margin:8px 0"><a href="${url}" class="link" style="${FONT};display:inline-block;font-size:15px;line-height:20px;font-weight:bold;color:${light.link};padding:10px 18px 10px 0">${link.label}</a></p>
`
}

const picture = (image: EmailImage | null): Html =>
  image === null
    ? NOTHING
    : html`<p style="margin:16px 0"><img src="cid:${image.contentId}" alt="${image.alt}" width="100%" style="display:block;max-width:100%;height:auto;border:1px solid ${light.line};border-radius:4px"></p>
`

const footerLink = (label: string, url: string | null): Html => {
  const target = url === null ? null : linkable(url)
  return target === null ? NOTHING : html` <a href="${target}" class="link" style="color:${light.link}">${label}</a>`
}

/** A logo that is attached to the email. */
interface EmailLogo extends Pick<WorkspaceLogo, "height" | "width"> {
  readonly contentId: string
}

/** The pictures of an email. */
export interface EmailImages {
  /** The picture. Default: none. */
  readonly picture?: EmailImage | null
  /** The logo. Default: none. */
  readonly logo?: EmailLogo | null
}

/** Shows the logo. Many logos are dark, so its background is white also in the dark mode. */
const logoImage = ({ contentId, height, width }: EmailLogo, name: string | null): Html =>
  html`<img src="cid:${contentId}" alt="${name === null ? "Logo" : ""}" width="${Math.ceil(width / 2)}" height="${Math.ceil(height / 2)}" style="display:inline-block;vertical-align:middle;max-width:100%;height:auto;background-color:#ffffff;border-radius:4px">`

const workspaceHeader = (name: string | null, logo: EmailLogo | null): Html =>
  name === null && logo === null
    ? NOTHING
    : html`<p class="text" style="${FONT};font-size:16px;line-height:24px;font-weight:bold;color:${light.text};margin:0 0 16px;word-break:break-word;overflow-wrap:anywhere">${logo === null ? NOTHING : logoImage(logo, name)}${logo === null || name === null ? NOTHING : html` &nbsp;`}${name === null ? NOTHING : html`<bdi>${name}</bdi>`}</p>
`

/** Makes the HTML of a notice: tables and inline styles, light and dark mode, no scripts, and no external content. */
export const htmlEmail = (
  notice: Notice,
  { language = "en", service, settingsUrl, stopUrl, workspace = null }: Audience,
  { logo = null, picture: image = null }: EmailImages = {}
): string => {
  const { email } = wordsOf[language]
  const commands = notice.commands ?? []
  return toPage(html`<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${notice.subject}</title>
<style>:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${darkRules(dark)}}@media (max-width:480px){${narrowRules}}</style>
</head>
<body class="ground" style="margin:0;padding:0;background-color:${light.ground}">
<div style="display:none;max-height:0;overflow:hidden">${notice.lead}</div>
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:${light.ground}"><tr><td align="center" style="padding:24px 12px">
${workspaceHeader(workspace?.name ?? null, logo)}<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;background-color:${light.card};border:1px solid ${light.line};border-radius:8px"><tr><td style="padding:24px">
<p style="margin:0 0 12px"><span class="${notice.tone}" style="${FONT};display:inline-block;font-size:13px;line-height:18px;font-weight:bold;letter-spacing:0.5px;color:${light.onTone};background-color:${light.tones[notice.tone]};border-radius:4px;padding:3px 10px">${notice.word}</span></p>
<h1 class="text" style="${FONT};font-size:22px;line-height:28px;color:${light.text};margin:0 0 8px;word-break:break-word;overflow-wrap:anywhere"><bdi>${notice.headline}</bdi></h1>
${[notice.lead, ...(notice.paragraphs ?? [])].map((text) => paragraph(text, commands))}${table(notice.rows, commands)}${picture(image)}${notice.sections.map((one) => list(one, commands))}${button(notice.link, notice.tone)}${secondLink(notice.acknowledge ?? null)}</td></tr></table>
<p class="quiet" style="${FONT};font-size:12px;line-height:18px;color:${light.quiet};margin:16px 0 0">${email.sentBy(service)}${footerLink(email.settings, settingsUrl)}${footerLink(email.unsubscribe, stopUrl)}</p>
</td></tr></table>
</body>
</html>
`)
}
