import { ByteBudget, fitting } from "../ByteBudget.ts"
import { documentLimits } from "../documentLimits.ts"
import { escapeText } from "../html/Html.ts"
import { postPath } from "../html/posts.ts"
import { paragraphs } from "../html/plainText.ts"
import type { PostUpdate, StatusPageDocument, StatusPost } from "../StatusPageDocument.ts"
import { momentText } from "../words/times.ts"
import type { Words } from "../words/PageWords.ts"
import { wordsOf } from "../words/words.ts"

const element = (name: string, text: string): string => `<${name}>${escapeText(text)}</${name}>`

/**
 * Returns as many updates of a post as fit, as escaped HTML, newest first. The link of the feed entry leads to the
 * remaining updates.
 */
const contentOf = (
  post: StatusPost,
  { language, timeZone }: StatusPageDocument,
  words: Words,
  budget: ByteBudget
): string => {
  const update = ({ body, displayAt, state }: PostUpdate) =>
    escapeText(
      `<p><strong>${escapeText(words.posts[state])}</strong> – ${escapeText(momentText(displayAt, language, timeZone))}</p>` +
        paragraphs(body).markup
    )
  return fitting(post.updates, { budget, most: post.updates.length }, (one) => {
    const text = update(one)
    return budget.take(text) ? text : null
  }).parts.join("")
}

const titleOf = ({ state, title }: StatusPost, words: Words): string => `${title} – ${words.posts[state]}`

/** Returns an id that stays the same even if the address of the page changes (RFC 9562). */
const permanentId = ({ id }: { readonly id: string }): string => `urn:uuid:${id}`

const linkOf = (post: StatusPost, { url }: StatusPageDocument): string => `${url}/${postPath(post)}`

/**
 * Returns the time of the latest change to a post, or the time of the page's creation if there are no posts. The time
 * changes only when a post changes.
 */
const feedTime = ({ createdAt, posts }: StatusPageDocument): string =>
  posts.reduce((latest, { updatedAt }) => (updatedAt > latest ? updatedAt : latest), createdAt)

/**
 * Returns the posts of a page as an Atom feed (RFC 4287). Each post is one entry, whose `updated` changes with each
 * update.
 */
export const atomFeed = (document: StatusPageDocument): string => {
  const words = wordsOf(document.language)
  const budget = new ByteBudget(documentLimits.postBytes)
  const entries = document.posts
    .slice(0, documentLimits.feedEntries)
    .map(
      (post) =>
        `<entry>${element("id", permanentId(post))}${element("title", titleOf(post, words))}` +
        `<link rel="alternate" type="text/html" href="${escapeText(linkOf(post, document))}"/>` +
        `${element("published", post.createdAt)}${element("updated", post.updatedAt)}` +
        `<content type="html">${contentOf(post, document, words, budget)}</content></entry>\n`
    )
  return (
    `<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${document.language}">\n` +
    `${element("id", permanentId(document))}${element("title", words.statusOf(document.name))}` +
    `${element("updated", feedTime(document))}<author>${element("name", document.name)}</author>` +
    `<link rel="alternate" type="text/html" href="${escapeText(document.url)}/"/>` +
    `<link rel="self" type="application/atom+xml" href="${escapeText(document.url)}/history.atom"/>\n` +
    `${entries.join("")}</feed>\n`
  )
}

/** Returns a time in the format of RFC 822, but with a four-digit year, as RSS 2.0 requires. */
const rssTime = (at: string): string => new Date(at).toUTCString().replace("GMT", "+0000")

export const rssFeed = (document: StatusPageDocument): string => {
  const words = wordsOf(document.language)
  const budget = new ByteBudget(documentLimits.postBytes)
  const items = document.posts
    .slice(0, documentLimits.feedEntries)
    .map(
      (post) =>
        `<item>${element("title", titleOf(post, words))}${element("link", linkOf(post, document))}` +
        `<guid isPermaLink="false">${escapeText(permanentId(post))}</guid>${element("pubDate", rssTime(post.createdAt))}` +
        `<description>${contentOf(post, document, words, budget)}</description></item>\n`
    )
  return (
    `<?xml version="1.0" encoding="utf-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>\n` +
    `${element("title", words.statusOf(document.name))}${element("link", `${document.url}/`)}` +
    `${element("description", document.description ?? words.statusOf(document.name))}${element("language", document.language)}` +
    `${element("lastBuildDate", rssTime(feedTime(document)))}` +
    `<atom:link rel="self" type="application/rss+xml" href="${escapeText(document.url)}/history.rss"/>\n` +
    `${items.join("")}</channel></rss>\n`
  )
}
