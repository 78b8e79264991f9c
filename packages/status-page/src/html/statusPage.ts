import { ByteBudget, type Fitting, fitting } from "../ByteBudget.ts"
import { documentLimits } from "../documentLimits.ts"
import { comingMaintenance, groupState, isOpen, type MaintenanceTime, onceEach, pageHeadline } from "../pageState.ts"
import type { ComponentGroup, ComponentState, StatusComponent, StatusPageDocument } from "../StatusPageDocument.ts"
import { recurrenceText } from "../words/recurrenceText.ts"
import { monthText } from "../words/times.ts"
import type { Words } from "../words/PageWords.ts"
import { wordsOf } from "../words/words.ts"
import { daysLegend, daysOf } from "./dayBars.ts"
import { framed, framedSmall, timeElement } from "./frame.ts"
import { type Html, html } from "./Html.ts"
import { paragraphs } from "./plainText.ts"
import { currentOutages, pastOutages } from "./unpostedOutages.ts"
import { affectedLine, postArticle, postBody, postPath } from "./posts.ts"

/** The number of past days whose incidents the main page shows. */
const RECENT_DAYS = 14
const DAY_MS = 86_400_000
/** The maximum number of past incidents on the main page. Further past incidents are on the history page. */
const RECENT_POSTS = 10
const RECENT_UPDATES = 3
/** The maximum number of planned maintenance periods on the main page. Further periods are on the maintenance page. */
const NEXT_TIMES = 5

const banner = (document: StatusPageDocument, words: Words): Html => {
  const headline = pageHeadline(document)
  return html`<p class="banner ${headline === "none" ? "none-now" : headline}"><strong>${words.headlines[headline]}</strong><span>${words.updated} ${timeElement(document.updatedAt, document)}</span></p>`
}

const stateText = (state: ComponentState, words: Words, note: Html | null = null): Html =>
  html`<span class="state ${state}">${words.components[state]}${note}</span>`

/**
 * Writes when a state began, and whether a person has set it. Null if the state is operational, or if its start is
 * unknown.
 */
const noteOf = ({ isOverridden, state, stateSince }: StatusComponent, document: StatusPageDocument, words: Words) =>
  state === "operational" || stateSince === null
    ? null
    : html` <small>${words.since} ${timeElement(stateSince, document)}${isOverridden ? ` (${words.setByPeople})` : null}</small>`

interface ComponentFrame {
  readonly document: StatusPageDocument
  readonly words: Words
  /** The budget of bytes that the named monitors of all components share. */
  readonly monitors: ByteBudget
}

const namedMonitors = ({ monitors }: StatusComponent, { monitors: budget, words }: ComponentFrame): Html | null => {
  if (monitors.length === 0) return null
  const { parts, rest } = fitting(monitors, { budget, most: documentLimits.monitorsOfComponent }, (one) => {
    const item = html`<li>${one.name}: ${words.components[one.state]}</li>`
    return budget.take(item.markup) ? item : null
  })
  return html`<details><summary>${words.monitors}</summary><ul>${parts}${rest > 0 ? html`<li>${words.more(rest)}</li>` : null}</ul></details>`
}

const componentItem = (component: StatusComponent, frame: ComponentFrame): Html => {
  const { document, words } = frame
  const { description, name, state } = component
  const named = namedMonitors(component, frame)
  return html`<li><p class="line"><strong>${name}</strong>${stateText(state, words, noteOf(component, document, words))}</p>${description === null ? null : html`<p class="about">${description}</p>`}${daysOf(component, words, document.language)}${named}</li>`
}

const isShown = ({ isShownOnlyIfDegraded, state }: StatusComponent): boolean =>
  !isShownOnlyIfDegraded || (state !== "operational" && state !== "unknown")

/** A group, or a component without a group. Groups and such components share one order on the page. */
type Part = { readonly group: ComponentGroup } | { readonly component: StatusComponent }

const positionOf = (part: Part): number => ("group" in part ? part.group.position : part.component.position)

const partsOf = ({ components, groups }: StatusPageDocument): ReadonlyArray<Part> =>
  [
    ...groups.map((group): Part => ({ group })),
    ...components.filter((one) => one.groupId === null && isShown(one)).map((component): Part => ({ component }))
  ].toSorted((one, other) => positionOf(one) - positionOf(other))

const groupSection = (group: ComponentGroup, frame: ComponentFrame): Html | null => {
  const { document, words } = frame
  const shown = document.components.filter((one) => one.groupId === group.id && isShown(one))
  if (shown.length === 0) return null
  return html`<h3 class="line"><span>${group.name}</span>${stateText(groupState(group.id, document.components), words)}</h3>${group.description === null ? null : html`<p class="about">${group.description}</p>`}<ul class="part">${shown.map((one) => componentItem(one, frame))}</ul>`
}

/** Lists the components. Consecutive components without a group share one list. */
const componentList = (document: StatusPageDocument, words: Words): ReadonlyArray<Html | null> => {
  const frame = { document, words, monitors: new ByteBudget(documentLimits.monitorBytes) }
  const sections: Array<Html | null> = []
  let alone: Array<Html> = []
  const flush = () => {
    if (alone.length > 0) sections.push(html`<ul class="part">${alone}</ul>`)
    alone = []
  }
  for (const part of partsOf(document)) {
    if ("component" in part) alone.push(componentItem(part.component, frame))
    else {
      flush()
      sections.push(groupSection(part.group, frame))
    }
  }
  flush()
  return sections
}

interface PostFrame {
  readonly document: StatusPageDocument
  readonly words: Words
  readonly base: string
  readonly budget: ByteBudget
}

/**
 * Writes when a maintenance window recurs, and its time zone if it differs from the page's. Null if the window does not
 * recur.
 */
const recurrenceLine = ({ window }: MaintenanceTime, { document, words }: PostFrame): Html | null => {
  if (window === null || window.recurrence === null) return null
  const { recurrence, timeZone } = window
  const text = recurrenceText({ ...window, recurrence }, document.language)
  if (text === null) return html`<p class="about">${words.recurs}</p>`
  return html`<p class="when">${text}${timeZone === document.timeZone ? null : ` (${timeZone})`}</p>`
}

const maintenanceItem = (time: MaintenanceTime, frame: PostFrame): Html => {
  const { base, budget, document, words } = frame
  if (time.post !== null) return postArticle(time.post, document, { base, budget, level: 3, updates: RECENT_UPDATES })
  const item = html`<article class="post maintenance"><h3>${time.title ?? words.maintenance}</h3>${time.isActive ? null : recurrenceLine(time, frame)}<p class="about">${!time.isActive && (time.window?.recurrence ?? null) !== null ? words.next : words.scheduled} ${timeElement(time.startsAt, document)} ${words.to} ${timeElement(time.endsAt, document)}</p>${affectedLine(time, document, words)}</article>`
  budget.spend(item.markup)
  return item
}

/** Writes how many entries are not shown. If another file has them, the text is a link to that file. */
const moreLine = (rest: number, { base, words }: PostFrame, path: string | null): Html | null => {
  if (rest <= 0) return null
  return path === null
    ? html`<p class="about">${words.more(rest)}</p>`
    : html`<p class="about"><a href="${base}${path}">${words.more(rest)}</a></p>`
}

const section = (heading: string, { parts }: Fitting<Html>, more: Html | null): Html | null =>
  parts.length === 0 && more === null ? null : html`<section><h2>${heading}</h2>${parts}${more}</section>`

const maintenanceSections = (frame: PostFrame, most: number, path: string | null) => {
  const times = comingMaintenance(frame.document)
  const items = (heading: string, isActive: boolean) => {
    const found = fitting(
      onceEach(times.filter((time) => time.isActive === isActive)),
      { most, budget: frame.budget },
      (time) => maintenanceItem(time, frame)
    )
    return section(heading, found, moreLine(found.rest, frame, path))
  }
  return {
    active: items(frame.words.activeMaintenance, true),
    planned: items(frame.words.plannedMaintenance, false)
  }
}

const recentPosts = (frame: PostFrame, hasOutage: boolean): Html => {
  const { base, budget, document, words } = frame
  const since = new Date(Date.parse(document.updatedAt) - RECENT_DAYS * DAY_MS).toISOString()
  const recent = document.posts
    .filter((post) => !isOpen(post) && post.kind === "incident" && post.startedAt >= since)
    .slice(0, RECENT_POSTS)
  const unposted = pastOutages(document, words, since)
  return html`<section><h2>${words.pastIncidents}</h2>${
    recent.length === 0
      ? unposted === null && !hasOutage
        ? html`<p>${words.noIncidents(RECENT_DAYS)}</p>`
        : null
      : fitting(recent, { most: RECENT_POSTS, budget }, (post) =>
          postArticle(post, document, { base, budget, level: 3, updates: RECENT_UPDATES })
        ).parts
  }${unposted}<p><a href="./history/">${words.history}</a></p></section>`
}

/** The options of a page that can differ between readers. */
export interface PageOptions {
  /**
   * The query string that is added to the links to feeds, to the calendar and to JSON, such as a private page's token.
   * Default: none.
   */
  readonly feedQuery?: string
  /**
   * The link to the page on which readers subscribe: an address, or a path below this page. Default: null, which means
   * that there is no link.
   */
  readonly subscribeUrl?: string | null
}

/** Returns the main page: the state, open incidents, maintenance, components with their days, and recent incidents. */
export const mainPage = (
  document: StatusPageDocument,
  { feedQuery = "", subscribeUrl = null }: PageOptions = {}
): string => {
  const words = wordsOf(document.language)
  const frame = { document, words, base: "./", budget: new ByteBudget(documentLimits.postBytes) }
  const { base, budget } = frame
  const open = fitting(
    document.posts.filter((post) => post.kind === "incident" && isOpen(post)),
    { most: documentLimits.openIncidents, budget },
    (post) => postArticle(post, document, { base, budget, level: 3, updates: post.updates.length })
  )
  const outages = currentOutages(document, words)
  const { active, planned } = maintenanceSections(frame, NEXT_TIMES, "maintenance/")
  const hasDays = document.components.some(({ days }) => days !== null && days.length > 0)
  return framed({
    document,
    base: "./",
    feedQuery,
    subscribeUrl,
    title: null,
    path: "",
    body: html`${document.description === null ? null : html`<div class="about">${paragraphs(document.description)}</div>`}
      ${banner(document, words)}
      ${section(words.openIncidents, { parts: [...open.parts, ...outages], rest: open.rest }, moreLine(open.rest, frame, "history/"))}
      ${active}
      ${
        document.components.length === 0
          ? null
          : html`<section><h2>${words.componentsHeading}</h2>${componentList(document, words)}${hasDays ? daysLegend(words) : null}</section>`
      }
      ${planned}${recentPosts(frame, open.parts.length > 0 || outages.length > 0)}`
  })
}

export const historyPage = (
  document: StatusPageDocument,
  { feedQuery = "", subscribeUrl = null }: PageOptions = {}
): string => {
  const words = wordsOf(document.language)
  const frame = { document, words, base: "../", budget: new ByteBudget(documentLimits.postBytes) }
  const { base, budget } = frame
  const { parts, rest } = fitting(document.posts, { most: documentLimits.historyPosts, budget }, (post) =>
    postArticle(post, document, { base, budget, level: 3, updates: 1 })
  )
  const months = Map.groupBy(
    parts.map((article, place) => ({ article, at: document.posts[place]?.startedAt ?? document.updatedAt })),
    ({ at }) => monthText(at, document.language, document.timeZone)
  )
  return framed({
    document,
    base: "../",
    feedQuery,
    subscribeUrl,
    title: words.history,
    path: "history/",
    body: html`<p><a href="../">${words.back}</a></p><h1>${words.history}</h1>${
      months.size === 0
        ? html`<p>${words.noHistory}</p>`
        : [...months].map(
            ([month, posts]) => html`<section><h2>${month}</h2>${posts.map(({ article }) => article)}</section>`
          )
    }${moreLine(rest, frame, null)}`
  })
}

export const maintenancePage = (
  document: StatusPageDocument,
  { feedQuery = "", subscribeUrl = null }: PageOptions = {}
): string => {
  const words = wordsOf(document.language)
  const budget = new ByteBudget(documentLimits.postBytes)
  const { active, planned } = maintenanceSections(
    { document, words, base: "../", budget },
    documentLimits.maintenanceTimes,
    null
  )
  return framed({
    document,
    base: "../",
    feedQuery,
    subscribeUrl,
    title: words.plannedMaintenance,
    path: "maintenance/",
    body: html`<p><a href="../">${words.back}</a></p><h1>${words.plannedMaintenance}</h1>
      ${active === null && planned === null ? html`<p>${words.noPlannedMaintenance}</p>` : null}${active}${planned}
      <p><a href="../maintenance.ics${feedQuery}">${words.calendar}</a></p>`
  })
}

export const postPage = (
  document: StatusPageDocument,
  post: StatusPageDocument["posts"][number],
  { feedQuery = "", subscribeUrl = null }: PageOptions = {}
): string =>
  framed({
    document,
    base: "../../",
    path: postPath(post),
    feedQuery,
    subscribeUrl,
    title: post.title,
    body: postBody(post, document, new ByteBudget(documentLimits.postBytes))
  })

/** Returns the state in a few lines, for a frame on another site. The links open outside the frame. */
export const embedPage = (document: StatusPageDocument): string => {
  const words = wordsOf(document.language)
  const headline = pageHeadline(document)
  return framedSmall({
    document,
    base: "../",
    feedQuery: "",
    subscribeUrl: null,
    title: words.statusLabel,
    path: null,
    body: html`<h1 class="hidden">${words.statusOf(document.name)}</h1><p class="banner ${headline === "none" ? "none-now" : headline}"><strong>${words.headlines[headline]}</strong><a href="${document.url}/" target="_blank" rel="noopener">${document.name}</a></p>`
  })
}
