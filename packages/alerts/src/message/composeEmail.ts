import {
  argumentsOf,
  aString,
  aUint8Array,
  type Kind,
  nullable,
  optional,
  optionsOf,
  whole
} from "@mon/bundled/arguments"
import { languageKind, noticeKind, renderableFact } from "../argumentKinds.ts"
import { type Email, type EmailAttachment, messageIdOf } from "../mail/Email.ts"
import { beginsIncident } from "./beginsIncident.ts"
import type { Audience, Workspace, WorkspaceLogo } from "./Audience.ts"
import { html, type Html, linkable, NOTHING, toPage } from "./Html.ts"
import { linkTo, type Notice, type Row, type Section, type Tone } from "./Notice.ts"
import { dark, light, type Palette } from "./Palette.ts"
import type { RenderableFact } from "./RenderableFact.ts"
import { messageKey, precedingKey } from "./messageKey.ts"
import { renderFact } from "./renderFact.ts"
import { commandsIn } from "./rendering/diagnosis.ts"
import { wordsOf } from "./words/Voice.ts"

interface EmailImage {
  readonly contentId: string
  readonly alt: string
}

const FONT = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

const CODE_FONT = "font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:0.9em"

/** Returns the CSS rules for dark mode. Email programs that support dark mode prefer them to the inline colours. */
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

/** The CSS rules for narrow screens. A phone is too narrow for two columns, and would break names in the middle. */
const narrowRules =
  "th,td.line{display:block!important;width:auto!important}th{padding-bottom:0!important}td.line{border-top:0!important;padding-top:2px!important}"

/** Shows commands in a monospace font and without the quotation marks around them. */
const withCommands = (text: string, commands: ReadonlyArray<string>): ReadonlyArray<Html> => {
  const [first, ...others] = commands
  if (first === undefined) return [html`${text}`]
  const code = html`<code style="${CODE_FONT}">${first.slice(1, -1)}</code>`
  return text.split(first).flatMap((part, index) => [...(index === 0 ? [] : [code]), ...withCommands(part, others)])
}

const factRow = ({ label, value }: Row, commands: ReadonlyArray<string>): Html =>
  label === ""
    ? html`
<tr><td colspan="2" class="text line" align="left" style="${CODE_FONT};line-height:18px;color:${light.text};padding:1px 0;word-break:break-word;overflow-wrap:anywhere"><bdi>${value}</bdi></td></tr>`
    : html`
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

/** Makes the second link, which is less prominent than the button but large enough to tap. */
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

interface EmailLogo extends Pick<WorkspaceLogo, "height" | "width"> {
  readonly contentId: string
}

interface EmailImages {
  readonly picture?: EmailImage | null
  readonly logo?: EmailLogo | null
}

/** Shows the logo on white even in dark mode, because many logos are dark. */
const logoImage = ({ contentId, height, width }: EmailLogo, name: string | null): Html =>
  html`<img src="cid:${contentId}" alt="${name === null ? "Logo" : ""}" width="${Math.ceil(width / 2)}" height="${Math.ceil(height / 2)}" style="display:inline-block;vertical-align:middle;max-width:100%;height:auto;background-color:#ffffff;border-radius:4px">`

const workspaceHeader = (name: string | null, logo: EmailLogo | null): Html =>
  name === null && logo === null
    ? NOTHING
    : html`<p class="text" style="${FONT};font-size:16px;line-height:24px;font-weight:bold;color:${light.text};margin:0 0 16px;word-break:break-word;overflow-wrap:anywhere">${logo === null ? NOTHING : logoImage(logo, name)}${logo === null || name === null ? NOTHING : html` &nbsp;`}${name === null ? NOTHING : html`<bdi>${name}</bdi>`}</p>
`

/** Makes the HTML of a notice: tables and inline styles, light and dark mode, no scripts, and no external content. */
const htmlEmail = (
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

/**
 * The maximum length of a line in plain text, except for links. RFC 5322 section 2.1.1 asks for 78 characters, and
 * quoting the email needs some of these characters.
 */
const COLUMNS = 72
/** The maximum width of a label that gets a column of its own. */
const LABEL_COLUMNS = 14

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u
const MARK = /^\p{M}$/u

/** Returns the number of columns that a text takes up in a terminal font. */
export const columnsOf = (text: string): number =>
  [...text].reduce((sum, character) => sum + (MARK.test(character) ? 0 : WIDE.test(character) ? 2 : 1), 0)

/** Splits a word that is too long for a line, unless the word is a link. */
const pieces = (word: string, width: number): ReadonlyArray<string> => {
  if (columnsOf(word) <= width || /^https?:\/\//u.test(word)) return [word]
  const parts: Array<string> = [""]
  for (const character of word) {
    if (columnsOf(`${parts.at(-1)}${character}`) > width) parts.push(character)
    else parts[parts.length - 1] += character
  }
  return parts
}

/** Wraps words into lines. The first line begins with `first`, and all other lines with `indent` spaces. */
const wrap = (text: string, first = "", indent = columnsOf(first)): ReadonlyArray<string> => {
  const lines: Array<string> = []
  let line = first
  let empty = true
  for (const word of text
    .split(" ")
    .filter((part) => part !== "")
    .flatMap((part) => pieces(part, COLUMNS - indent))) {
    const grown = empty ? `${line}${word}` : `${line} ${word}`
    if (columnsOf(grown) <= COLUMNS || (empty && line.trim() === "")) {
      line = grown
    } else {
      lines.push(line.trimEnd())
      line = `${" ".repeat(indent)}${word}`
    }
    empty = false
  }
  return [...lines, line.trimEnd()]
}

const rowLines = (rows: ReadonlyArray<Row>): ReadonlyArray<string> => {
  const column = Math.min(LABEL_COLUMNS, Math.max(0, ...rows.map(({ label }) => columnsOf(label))))
  return rows.flatMap(({ label, value }) => {
    const width = columnsOf(label)
    return width <= column
      ? wrap(value, `  ${label}${" ".repeat(column - width)}  `)
      : [...wrap(label, "  "), ...wrap(value, "    ")]
  })
}

const sectionLines = ({ title, rows, more }: Section): ReadonlyArray<string> => [
  "",
  `${title}:`,
  ...rowLines(rows),
  ...(more === null ? [] : wrap(more, "  "))
]

const linkLines = (label: string, url: string | null): ReadonlyArray<string> => {
  const target = url === null ? null : linkable(url)
  return target === null ? [] : [`${label}:`, target]
}

const noticeLink = (link: Notice["link"]): ReadonlyArray<string> =>
  link === null ? [] : ["", ...linkLines(link.label, link.url)]

const textEmail = (
  notice: Notice,
  { language = "en", service, settingsUrl, stopUrl, workspace = null }: Audience
): string => {
  const { email } = wordsOf[language]
  const name = workspace?.name ?? null
  return [
    ...(name === null ? [] : [...wrap(name), ""]),
    ...wrap(notice.headline, `${notice.word}  `),
    "",
    ...wrap(notice.lead),
    ...(notice.paragraphs ?? []).flatMap((text) => ["", ...wrap(text)]),
    ...(notice.rows.length === 0 ? [] : ["", ...rowLines(notice.rows)]),
    ...notice.sections.flatMap(sectionLines),
    ...noticeLink(notice.link),
    ...noticeLink(notice.acknowledge ?? null),
    "",
    "-- ",
    ...wrap(email.sentBy(service)),
    ...linkLines(email.settings, settingsUrl),
    ...linkLines(email.unsubscribe, stopUrl),
    ""
  ].join("\n")
}

const screenshotKind = (): Kind => nullable(optionsOf<Screenshot>({ contentType: aString, content: aUint8Array }))

const workspaceKind = (): Kind =>
  optionsOf<Workspace>({
    name: nullable(aString),
    logo: nullable(
      optionsOf<WorkspaceLogo>({ contentType: aString, content: aUint8Array, width: whole(1), height: whole(1) })
    )
  })

const recipientKind = (): Kind =>
  optionsOf<Recipient>(
    {
      to: aString,
      messageDomain: aString,
      timeZone: aString,
      language: optional(languageKind()),
      service: aString,
      settingsUrl: nullable(aString),
      stopUrl: nullable(aString),
      workspace: optional(nullable(workspaceKind()))
    },
    "a recipient: an object with to, messageDomain, timeZone, service, settingsUrl and stopUrl"
  )

const acceptComposeNotice = /* @__PURE__ */ argumentsOf("composeNotice", () => ({
  notice: noticeKind(),
  recipient: recipientKind(),
  identity: optionsOf<EmailIdentity>({
    key: aString,
    follows: optional(nullable(aString)),
    screenshot: optional(screenshotKind())
  })
}))
const acceptComposeEmail = /* @__PURE__ */ argumentsOf("composeEmail", () => ({
  fact: renderableFact(),
  recipient: recipientKind(),
  extras: optional(
    optionsOf<EmailExtras>({
      link: optional(nullable(aString)),
      acknowledgeLink: optional(nullable(aString)),
      screenshot: optional(screenshotKind()),
      reminderMinutes: optional(nullable(whole(1)))
    })
  )
}))

/** The recipient of an email. */
export interface Recipient extends Audience {
  readonly to: string
  /** The domain for the Message-IDs. The service must own it. */
  readonly messageDomain: string
}

/** A screenshot of a page as visitors saw it. */
export interface Screenshot {
  /** The media type, such as `image/png`. */
  readonly contentType: string
  readonly content: Uint8Array
}

/** The values that identify an email and its thread, and the screenshot that it contains. */
export interface EmailIdentity {
  /** The key of the email without the recipient, who is added later. The key is the same for every attempt. */
  readonly key: string
  /** The key of the previous email in the thread. */
  readonly follows?: string | null
  readonly screenshot?: Screenshot | null
}

const EXTENSIONS: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ["image/png", ".png"],
  ["image/jpeg", ".jpg"],
  ["image/webp", ".webp"]
])

const attachmentOf = (
  name: string,
  { content, contentType }: Pick<Screenshot, "content" | "contentType">,
  contentId: string
): EmailAttachment => ({ filename: `${name}${EXTENSIONS.get(contentType) ?? ""}`, contentType, content, contentId })

/** Formats a notice as an email: text, HTML, a stable Message-ID, and a thread with the email that it follows. */
export const composeNotice = (notice: Notice, recipient: Recipient, identity: EmailIdentity): Email => {
  acceptComposeNotice(notice, recipient, identity)
  const { key, follows = null, screenshot = null } = identity
  const { language = "en", messageDomain, stopUrl, to, workspace = null } = recipient
  const logo = workspace?.logo ?? null
  const idOf = (of: string): string => messageIdOf(`${of}:${to}`, messageDomain)
  const contentIdOf = (part: string): string => idOf(`${key}:${part}`).slice(1, -1)
  const attachments: ReadonlyArray<EmailAttachment> = [
    ...(logo === null ? [] : [attachmentOf("logo", logo, contentIdOf("logo"))]),
    ...(screenshot === null ? [] : [attachmentOf("screenshot", screenshot, contentIdOf("screenshot"))])
  ]
  return {
    to,
    subject: notice.subject,
    text: textEmail(notice, recipient),
    html: htmlEmail(notice, recipient, {
      logo: logo === null ? null : { contentId: contentIdOf("logo"), width: logo.width, height: logo.height },
      picture:
        screenshot === null
          ? null
          : { contentId: contentIdOf("screenshot"), alt: wordsOf[language].email.screenshotOf(notice.headline) }
    }),
    messageId: idOf(key),
    inReplyTo: follows === null ? null : idOf(follows),
    references: follows === null ? [] : [idOf(follows)],
    headers: {},
    listUnsubscribe: stopUrl,
    ...(attachments.length === 0 ? {} : { attachments })
  }
}

/** The parts of an email about a fact that do not come from the fact. */
export interface EmailExtras {
  /** The page where the recipient reads more. Default: none. */
  readonly link?: string | null
  /** The page that acknowledges the incident that a fact begins. Default: none. */
  readonly acknowledgeLink?: string | null
  /** The screenshot of the page. Default: none. */
  readonly screenshot?: Screenshot | null
  /**
   * The minutes since the first email about this fact, if this email is a reminder. Default: null, for the first email.
   */
  readonly reminderMinutes?: number | null
}

/**
 * Makes the email about a fact.
 *
 * @example
 * ```ts
 * const email = composeEmail(fact, { to: "ann@example.com", timeZone: "Europe/Berlin", service: "Mon", messageDomain: "mon.example.com", settingsUrl: null, stopUrl: null })
 * ```
 */
export const composeEmail = (fact: RenderableFact, recipient: Recipient, extras: EmailExtras = {}): Email => {
  acceptComposeEmail(fact, recipient, extras)
  const { acknowledgeLink = null, link = null, reminderMinutes = null, screenshot = null } = extras
  const { language = "en", timeZone } = recipient
  const acknowledge = linkTo(wordsOf[language].links.acknowledge, beginsIncident(fact) ? acknowledgeLink : null)
  const commands = commandsIn(fact, wordsOf[language])
  const notice = { ...renderFact(fact, { timeZone, language, link }), acknowledge, commands }
  const key = messageKey(fact)
  if (reminderMinutes === null)
    return composeNotice(notice, recipient, { key, follows: precedingKey(fact), screenshot })
  const subject = wordsOf[language].reminder(notice.subject)
  return composeNotice({ ...notice, subject }, recipient, {
    key: `${key}:reminder:${reminderMinutes}`,
    follows: key,
    screenshot
  })
}
