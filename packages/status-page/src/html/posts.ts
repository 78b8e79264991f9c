import { isOpen } from "../pageState.ts"
import type { PostUpdate, StatusPageDocument, StatusPost } from "../StatusPageDocument.ts"
import { type Words, wordsOf } from "../words/words.ts"
import { timeElement } from "./frame.ts"
import { type Html, html } from "./Html.ts"
import { paragraphs } from "./plainText.ts"

/** The path of a post below the page. */
export const postPath = ({ id }: Pick<StatusPost, "id">): string => `incidents/${encodeURIComponent(id)}/`

const affectedNames = ({ componentIds }: Pick<StatusPost, "componentIds">, document: StatusPageDocument) =>
  document.components.filter(({ id }) => componentIds.includes(id)).map(({ name }) => name)

/** The affected components as a line. Null: none. */
export const affectedLine = (
  about: Pick<StatusPost, "componentIds">,
  document: StatusPageDocument,
  words: Words
): Html | null => {
  const names = affectedNames(about, document)
  return names.length === 0 ? null : html`<p class="about">${words.affected} ${names.join(", ")}</p>`
}

const times = (post: StatusPost, document: StatusPageDocument, words: Words): Html => {
  if (post.kind === "maintenance" && post.scheduledFor !== null) {
    const until = post.scheduledUntil === null ? null : html` ${words.to} ${timeElement(post.scheduledUntil, document)}`
    return html`<p class="about">${words.scheduled} ${timeElement(post.scheduledFor, document)}${until}</p>`
  }
  const ended = post.resolvedAt === null ? null : html`, ${words.ended} ${timeElement(post.resolvedAt, document)}`
  return html`<p class="about">${words.began} ${timeElement(post.startedAt, document)}${ended}</p>`
}

const changesLine = ({ changes }: PostUpdate, document: StatusPageDocument, words: Words): Html | null => {
  const names = new Map(document.components.map(({ id, name }) => [id, name]))
  const lines = changes.flatMap(({ componentId, newState }) => {
    const name = names.get(componentId)
    return name === undefined ? [] : [`${name}: ${words.components[newState]}`]
  })
  return lines.length === 0 ? null : html`<p class="about">${lines.join(", ")}</p>`
}

const update = (one: PostUpdate, document: StatusPageDocument, words: Words): Html =>
  html`<li><p><strong>${words.posts[one.state]}</strong> · ${timeElement(one.displayAt, document)}</p>${paragraphs(one.body)}${changesLine(one, document, words)}</li>`

/** The color of a post: its impact, or maintenance. */
const toneOf = (post: StatusPost): string => {
  if (post.kind === "maintenance") return "maintenance"
  return isOpen(post) && post.impact === "none" ? "minor" : post.impact
}

interface ShownPost {
  /** What leads from the page to the main one. */
  readonly base: string
  /** The level of the heading. */
  readonly level: 2 | 3
  /** Updates shown, the newest first. */
  readonly updates: number
}

/** A post with its newest updates. */
export const postArticle = (
  post: StatusPost,
  document: StatusPageDocument,
  { base, level, updates }: ShownPost
): Html => {
  const words = wordsOf(document.language)
  const link = html`<a href="${base}${postPath(post)}">${post.title}</a>`
  const shown = post.updates.slice(0, updates)
  return html`<article class="post ${toneOf(post)}">${level === 2 ? html`<h2>${link}</h2>` : html`<h3>${link}</h3>`}
    ${times(post, document, words)}${affectedLine(post, document, words)}
    <ol>${shown.map((one) => update(one, document, words))}</ol></article>`
}

/** The content of a post's own page. */
export const postBody = (post: StatusPost, document: StatusPageDocument): Html => {
  const words = wordsOf(document.language)
  const impact = post.kind === "incident" ? ` · ${words.impacts[post.impact]}` : ""
  return html`<p><a href="../../">${words.back}</a></p><article class="post ${toneOf(post)}"><h1>${post.title}</h1>
    <p class="about">${words.posts[post.state]}${impact}</p>
    ${times(post, document, words)}${affectedLine(post, document, words)}
    <ol>${post.updates.map((one) => update(one, document, words))}</ol></article>`
}
