import type { StatusPage, StatusPost, StatusPostUpdate } from "@mon/model"
import { statusDrafts, statusSubscribers } from "./statusPageRecords.ts"
import type { AccountState } from "./accountRecords.ts"

type Body = Readonly<Record<string, unknown>>

const now = () => new Date().toISOString()

let made = 0
const newId = (): string => `new-record-${++made}`

const summaryOf = ({ components, ...page }: StatusPage) => ({ ...page, components: components.length })

const savePage = (state: AccountState, before: StatusPage | undefined, body: Body): StatusPage => {
  const [template] = state.statusPages
  const saved = {
    ...(before ?? { ...template, id: newId(), openPosts: 0, drafts: 0 }),
    ...body,
    components: ((body["components"] ?? before?.components ?? []) as StatusPage["components"]).map((component) => ({
      ...component,
      state: component.state ?? "operational",
      override: component.override ?? null,
      id: component.id ?? newId()
    }))
  } as StatusPage
  state.statusPages = [...state.statusPages.filter(({ id }) => id !== saved.id), saved]
  return saved
}

const updateOf = (body: Body): StatusPostUpdate =>
  ({
    components: [],
    author: "maria@example.com",
    displayAt: now(),
    createdAt: now(),
    updatedAt: now(),
    ...body,
    id: newId(),
    isDraft: body["isDraft"] === true,
    notifySubscribers: body["notifySubscribers"] ?? null
  }) as unknown as StatusPostUpdate

const createPost = (state: AccountState, body: Body): StatusPost => {
  const update = updateOf(body)
  const post = {
    componentIds: [],
    endsAt: null,
    movesItself: false,
    startedAt: now(),
    ...body,
    id: newId(),
    isAutomatic: false,
    updates: [update],
    publishedAt: update.isDraft ? null : now(),
    createdAt: now(),
    updatedAt: now(),
    isDraft: update.isDraft
  } as unknown as StatusPost
  state.statusPosts = [post, ...state.statusPosts]
  return post
}

const published = (update: StatusPostUpdate, body: Body): StatusPostUpdate =>
  update.isDraft && body["isDraft"] === false
    ? { ...update, isDraft: false, notifySubscribers: body["notifySubscribers"] === true }
    : update

/** Returns the changes in a request without the fields about publication. */
const changesIn = ({ isDraft: _draft, notifySubscribers: _notify, ...changes }: Body): object => changes

const answerPosts = (
  state: AccountState,
  method: string,
  [postId, , updateId]: ReadonlyArray<string>,
  body: Body
): unknown => {
  if (postId === undefined) {
    if (method === "GET") return state.statusPosts
    state.savedPosts.push(body)
    return createPost(state, body)
  }
  const before = state.statusPosts.find(({ id }) => id === postId)
  if (before === undefined || method === "GET") return before
  if (method === "DELETE" && updateId === undefined) {
    state.statusPosts = state.statusPosts.filter(({ id }) => id !== postId)
    return { id: postId, deleted: true }
  }
  state.savedPosts.push(body)
  const updates =
    method === "POST"
      ? [updateOf(body), ...before.updates]
      : before.updates
          .filter(({ id }) => !(method === "DELETE" && id === updateId))
          .map((update) =>
            updateId === undefined
              ? published(update, body)
              : update.id === updateId
                ? { ...published(update, body), ...changesIn(body) }
                : update
          )
  const changes = method === "PATCH" && updateId === undefined ? changesIn(body) : {}
  const isDraft = updates.every((update) => update.isDraft)
  const newest = updates.find((update) => !update.isDraft) ?? updates[0]
  const post = { ...before, ...changes, updates, isDraft, state: newest?.state ?? before.state }
  state.statusPosts = state.statusPosts.map((one) => (one.id === postId ? post : one))
  return post
}

const hostNamed = (hostname: string, before: StatusPage["host"]): StatusPage["host"] => ({
  stoppedBy: null,
  failingSince: null,
  releasesAt: null,
  ...before,
  hostname,
  displayName: hostname,
  url: `https://${hostname}`,
  state: "waiting_for_txt",
  address: "absent",
  records: [
    { purpose: "proof", type: "TXT", name: `_mon.${hostname}`, value: "mon-proof=Jq3Yl1wMWJ2n0dT8kqf5" },
    { purpose: "address", type: "CNAME", name: hostname, value: "mon.example.com" }
  ],
  checkedAt: now(),
  createdAt: now()
})

const answerHost = (
  state: AccountState,
  method: string,
  page: StatusPage,
  [part]: ReadonlyArray<string>,
  body: Body
): StatusPage => {
  const { host } = page
  const after =
    method === "DELETE"
      ? null
      : part === "check" && host !== null
        ? { ...host, state: "active" as const, address: "here" as const, checkedAt: now() }
        : hostNamed(String(body["hostname"]), host)
  return savePage(state, page, { host: after })
}

/** Two of the twelve subscribers have an address at the domain fjord.example. */
const audienceOf = (query: URLSearchParams): object => {
  if (query.get("access") === "password") return { email: 0, webhook: 0 }
  if (query.get("access") === "email_domains")
    return { email: query.get("emailDomains")?.includes("fjord.example") === true ? 2 : 0, webhook: 0 }
  return { email: 11, webhook: 1 }
}

/** Returns the stand-in's response about status pages. The array contains the path after the name of the group. */
export const answerStatusPages = (
  state: AccountState,
  method: string,
  [id, part, ...rest]: ReadonlyArray<string>,
  body: Body,
  query: URLSearchParams
): unknown => {
  if (id === undefined) {
    if (method === "GET") return state.statusPages.map(summaryOf)
    state.savedPages.push(body)
    return savePage(state, undefined, body)
  }
  const page = state.statusPages.find((one) => one.id === id)
  if (page === undefined) return undefined
  if (part === "host") return answerHost(state, method, page, rest, body)
  if (part === "audience") return audienceOf(query)
  if (part === "subscribers") {
    if (method === "GET") return statusSubscribers.filter((subscriber) => !state.removedSubscribers.has(subscriber.id))
    state.removedSubscribers.add(String(rest[0]))
    return { id: rest[0], deleted: true }
  }
  if (part === "drafts") return statusDrafts
  if (part === "posts") return answerPosts(state, method, rest, body)
  if (method === "GET") return page
  if (method === "DELETE") {
    state.statusPages = state.statusPages.filter((one) => one.id !== id)
    return { id, deleted: true }
  }
  if (part !== "components") {
    state.savedPages.push(body)
    return savePage(state, page, body)
  }
  const components = page.components.map((component) =>
    component.id === rest[0]
      ? {
          ...component,
          state: body["state"] ?? "operational",
          override: body["state"] === null ? null : { state: body["state"], at: now(), by: "maria@example.com" }
        }
      : component
  )
  return savePage(state, page, { components })
}

/** Escapes the text of a person as the service does. */
const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")

/** Returns the page that the stand-in shows in the frame of the preview. */
export const previewPage = (form: string): string => {
  const { components, name } = JSON.parse(new URLSearchParams(form).get("page") ?? "{}") as {
    readonly name: string
    readonly components: ReadonlyArray<{ readonly name: string }>
  }
  const list = components.map((component) => `<li>${escaped(component.name)}</li>`).join("")
  return `<!doctype html><html lang="en"><title>${escaped(name)}</title><h1>${escaped(name)}</h1><ul>${list}</ul></html>`
}
