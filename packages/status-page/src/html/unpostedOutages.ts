import { isOpen } from "../pageState.ts"
import type { StatusComponent, StatusPageDocument, StatusPost } from "../StatusPageDocument.ts"
import type { Words } from "../words/PageWords.ts"
import { dayText, lengthText } from "../words/times.ts"
import { timeElement } from "./frame.ts"
import { type Html, html } from "./Html.ts"

/** The color of each state that counts as an outage. Posts use the same colors for their impacts. */
const toneOf = { degraded_performance: "minor", partial_outage: "major", major_outage: "major" } as const

const isOutage = (state: StatusComponent["state"]): state is keyof typeof toneOf => Object.hasOwn(toneOf, state)

const isAbout = (post: StatusPost, { id }: StatusComponent): boolean =>
  post.kind === "incident" && post.componentIds.includes(id)

/** The maximum number of current outages in the list. The list of components shows all current outages. */
const CURRENT = 20

/** Lists the components with an outage that no open post mentions. */
export const currentOutages = (document: StatusPageDocument, words: Words): ReadonlyArray<Html> => {
  const found = document.components.flatMap((component) => {
    const { name, state, stateSince } = component
    if (!isOutage(state) || document.posts.some((post) => isOpen(post) && isAbout(post, component))) return []
    return [
      html`<article class="post ${toneOf[state]}"><h3>${name}: ${words.components[state]}</h3>${stateSince === null ? null : html`<p class="about">${words.began} ${timeElement(stateSince, document)}</p>`}</article>`
    ]
  })
  return found.slice(0, CURRENT)
}

/** The maximum number of days in the list of past outages. The bars of the components show all days with outages. */
const PAST_LINES = 20

interface Downtime {
  readonly date: string
  readonly name: string
  readonly seconds: number
}

const downtimesOf = (component: StatusComponent, { posts, updatedAt }: StatusPageDocument, from: string) => {
  const { days, isShownOnlyIfDegraded, name, state, stateSince } = component
  if (days === null || isShownOnlyIfDegraded) return []
  const written = posts.filter((post) => isAbout(post, component))
  const isCurrent = (date: string) => isOutage(state) && stateSince !== null && date >= stateSince.slice(0, 10)
  const isWritten = (date: string) =>
    written.some((post) => post.startedAt.slice(0, 10) <= date && (post.resolvedAt ?? updatedAt).slice(0, 10) >= date)
  return days
    .filter(({ date, down }) => down > 0 && date >= from && !isCurrent(date) && !isWritten(date))
    .map(({ date, down }): Downtime => ({ date, name, seconds: down }))
}

/** Lists the days with downtime that no post covers, from a given time on, newest first. Null if there are none. */
export const pastOutages = (document: StatusPageDocument, words: Words, since: string): Html | null => {
  const found = document.components
    .flatMap((component) => downtimesOf(component, document, since.slice(0, 10)))
    .toSorted((one, other) => (one.date > other.date ? -1 : one.date < other.date ? 1 : 0))
  if (found.length === 0) return null
  const rest = found.length - PAST_LINES
  return html`<ul class="facts">${found
    .slice(0, PAST_LINES)
    .map(
      ({ date, name, seconds }) =>
        html`<li>${dayText(date, document.language)}: ${name}, ${words.down} ${lengthText(seconds, words)}</li>`
    )}${rest > 0 ? html`<li>${words.more(rest)}</li>` : null}</ul>`
}
