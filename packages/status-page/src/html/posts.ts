import { type ByteBudget, type Fitting, fitting } from "../ByteBudget.ts"
import { affectedNames, componentNames, listed } from "../componentNames.ts"
import { isOpen } from "../pageState.ts"
import type { PostUpdate, StatusPageDocument, StatusPost } from "../StatusPageDocument.ts"
import type { Words } from "../words/PageWords.ts"
import { wordsOf } from "../words/words.ts"
import { timeElement } from "./frame.ts"
import { type Html, html } from "./Html.ts"
import { paragraphs } from "./plainText.ts"

/** Returns the path of a post relative to the page's address. */
export const postPath = ({ id }: Pick<StatusPost, "id">): string => `incidents/${encodeURIComponent(id)}/`

export const affectedLine = (
  about: Pick<StatusPost, "componentIds">,
  document: StatusPageDocument,
  words: Words
): Html | null => {
  const names = affectedNames(about.componentIds, document)
  return names.length === 0 ? null : html`<p class="about">${words.affected} ${listed(names, words)}</p>`
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
  const names = componentNames(document)
  const lines = changes.flatMap(({ componentId, newState }) => {
    const name = names.get(componentId)
    return name === undefined ? [] : [`${name}: ${words.components[newState]}`]
  })
  return lines.length === 0 ? null : html`<p class="about">${listed(lines, words)}</p>`
}

const update = (one: PostUpdate, document: StatusPageDocument, words: Words): Html =>
  html`<li><p><strong>${words.posts[one.state]}</strong> · ${timeElement(one.displayAt, document)}</p>${paragraphs(one.body)}${changesLine(one, document, words)}</li>`

/** Returns the color of a post, which depends on its impact. Maintenance has its own color. */
const toneOf = (post: StatusPost): string => {
  if (post.kind === "maintenance") return "maintenance"
  return isOpen(post) && post.impact === "none" ? "minor" : post.impact
}

interface ShownPost {
  readonly base: string
  readonly level: 2 | 3
  /** The maximum number of updates that are shown. The newest updates are chosen. */
  readonly updates: number
  /** The budget of bytes that all posts of the file share. */
  readonly budget: ByteBudget
}

const shownUpdates = (
  post: StatusPost,
  document: StatusPageDocument,
  { budget, updates }: Pick<ShownPost, "budget" | "updates">
): Fitting<Html> => {
  const words = wordsOf(document.language)
  return fitting(post.updates, { budget, most: updates }, (one) => {
    const item = update(one, document, words)
    return budget.take(item.markup) ? item : null
  })
}

export const postArticle = (
  post: StatusPost,
  document: StatusPageDocument,
  { base, budget, level, updates }: ShownPost
): Html => {
  const words = wordsOf(document.language)
  const link = html`<a href="${base}${postPath(post)}">${post.title}</a>`
  const head = html`${level === 2 ? html`<h2>${link}</h2>` : html`<h3>${link}</h3>`}
    ${times(post, document, words)}${affectedLine(post, document, words)}`
  budget.spend(head.markup)
  const { parts } = shownUpdates(post, document, { budget, updates })
  return html`<article class="post ${toneOf(post)}">${head}
    <ol>${parts}</ol></article>`
}

/** Returns the content of a post's own page, which states how many older updates did not fit. */
export const postBody = (post: StatusPost, document: StatusPageDocument, budget: ByteBudget): Html => {
  const words = wordsOf(document.language)
  const impact = post.kind === "incident" ? ` · ${words.impacts[post.impact]}` : ""
  const { parts, rest } = shownUpdates(post, document, { budget, updates: Number.POSITIVE_INFINITY })
  return html`<p><a href="../../">${words.back}</a></p><article class="post ${toneOf(post)}"><h1>${post.title}</h1>
    <p class="about">${words.posts[post.state]}${impact}</p>
    ${times(post, document, words)}${affectedLine(post, document, words)}
    <ol>${parts}</ol>${rest > 0 ? html`<p class="about">${words.more(rest)}</p>` : null}</article>`
}
