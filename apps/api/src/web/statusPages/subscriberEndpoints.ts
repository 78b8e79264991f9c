import { Secrets, type StoreError, StatusSubscribers, type Subscription } from "@mon/core-store"
import { readSubscriberToken, subscriberLinks } from "@mon/notifications"
import { Clock, Effect } from "effect"
import { sentOrStored } from "../../auth/storedMail.ts"
import { hashToken } from "../../auth/Token.ts"
import type { HttpResponse } from "../../http/HttpResponse.ts"
import type { PageForm, PageRequest, PageEndpoint } from "../page/PageEndpoint.ts"
import { absentPage, awayPage } from "./accessPages.ts"
import type { PageCache } from "./PageCache.ts"
import { closed, maySee, rootOf } from "./readPage.ts"
import { type ReadablePage, subscribe, type SubscribeServices } from "./subscribeForms.ts"
import {
  confirmPage,
  expiredPage,
  fullPage,
  hiddenPage,
  leavePage,
  leftPage,
  managePage,
  subscribePage
} from "./subscriberPages.ts"
import { subscriberWords } from "./subscriberWords.ts"

export const isSubscriberPath = (path: string): boolean => /^(?:subscribe|subscription)(?:\/|$)/u.test(path)

const tokenOf = ({ params }: PageRequest): string => params["token"] ?? ""

/**
 * Returns the page that a request addresses if its sender may read the page, otherwise the response that refuses the
 * request.
 */
const readable = Effect.fnUntraced(function* (cache: PageCache, request: PageRequest) {
  const slug = request.params["slug"] ?? ""
  const page = yield* cache.find(slug)
  if (page === "busy") return awayPage("en")
  if (page === null || page.served.stoppedBy !== null) return absentPage("en")
  const root = rootOf(request.context, slug)
  const secrets = yield* Secrets
  if (page.served.access !== "public" && !maySee(page, request.context, secrets, yield* Clock.currentTimeMillis))
    return closed(page, { slug, path: "", root })
  return { served: page.served, root, url: request.context.ownOrigin ?? page.served.serviceUrl } satisfies ReadablePage
})

const isPage = (found: HttpResponse | ReadablePage): found is ReadablePage => "served" in found

/**
 * Returns whether a subscription belongs to the host that a request addresses. A custom host name serves only one page.
 */
const isHere = ({ context, params }: PageRequest, { page }: Subscription): boolean =>
  context.ownOrigin === undefined || page.slug === params["slug"]

/** Returns the subscription that a token identifies. The token stays valid if the address of the page changes. */
const subscriptionOf = Effect.fnUntraced(function* (request: PageRequest) {
  const id = readSubscriberToken(yield* Secrets, tokenOf(request))
  const found = id === null ? null : yield* (yield* StatusSubscribers).find(id)
  return found !== null && isHere(request, found) ? found : null
})

const hasEnded = ({ state }: Subscription): boolean => state === "unsubscribed" || state === "ended"

const isHidden = ({ isClosed, isPaused }: Subscription): boolean => isPaused || isClosed

/** Returns the path of the status page. Only people who can read the page learn its new address. */
const rootFor = ({ context, params }: PageRequest, subscription: Subscription): string =>
  rootOf(context, isHidden(subscription) || hasEnded(subscription) ? (params["slug"] ?? "") : subscription.page.slug)

/**
 * Returns the page about a subscription. If the subscription has ended or the status page is hidden, returns a page
 * that says so. `shown`: renders the page for people who can read the status page.
 */
const pageFor = (
  request: PageRequest,
  subscription: Subscription,
  shown: (path: string, root: string) => HttpResponse
): HttpResponse => {
  const root = rootFor(request, subscription)
  const path = `${root}subscription/${tokenOf(request)}`
  if (hasEnded(subscription)) return leftPage(subscription, root)
  return isHidden(subscription) ? hiddenPage(subscription, { path, root }) : shown(path, root)
}

/** Returns the endpoint of a form for people with a token. `submit` gets the subscription that the token identifies. */
const formOf = (
  path: string,
  action: string,
  submit: (
    subscription: Subscription,
    request: PageRequest
  ) => ReturnType<PageForm<SubscribeServices>["admit"]> extends Effect.Effect<unknown, infer E, infer R>
    ? Effect.Effect<HttpResponse, E, R>
    : never
): PageForm<SubscribeServices> => ({
  method: "POST",
  path,
  action,
  hidesOrigin: true,
  admit: Effect.fnUntraced(function* (request) {
    const subscription = yield* subscriptionOf(request)
    return subscription === null
      ? absentPage("en")
      : {
          actor: { kind: "link" },
          accountId: null,
          target: subscription.id,
          submit: submit(subscription, request)
        }
  })
})

const saveChoice = Effect.fnUntraced(function* (subscription: Subscription, request: PageRequest) {
  const { id, language } = subscription
  const chosen = (yield* request.form).getAll("component")
  const subscribers = yield* StatusSubscribers
  const saved = yield* subscribers.choose(id, chosen.length === 0 ? null : chosen)
  const now = (yield* subscribers.find(id)) ?? subscription
  const words = subscriberWords[language]
  const note = saved ? words.saved : words.noComponent
  return pageFor(request, now, (path, root) => managePage(now, { path, root, note }))
})

const leave = Effect.fnUntraced(function* (subscription: Subscription, request: PageRequest) {
  yield* (yield* StatusSubscribers).leave(subscription.id)
  return leftPage(subscription, rootOf(request.context, request.params["slug"] ?? ""))
})

const confirm = Effect.fnUntraced(function* (
  hash: Uint8Array,
  { language, page }: Subscription,
  { context }: PageRequest
) {
  const root = rootOf(context, page.slug)
  const result = yield* (yield* StatusSubscribers).confirm(hash)
  if (result._tag !== "Confirmed")
    return result._tag === "Full" ? fullPage(language, root) : expiredPage(language, root)
  const { manage } = yield* manageOf(result.subscription, root)
  const { confirmed, confirmedTitle } = subscriberWords[language]
  const note = yield* sentOrStored(confirmed, language)
  return managePage(result.subscription, { path: manage, root, title: confirmedTitle, note })
})

const manageOf = Effect.fnUntraced(function* ({ id }: Subscription, root: string) {
  return subscriberLinks(yield* Secrets, root.slice(0, -1), id)
})

const awaitingOf = Effect.fnUntraced(function* (request: PageRequest) {
  const hash = hashToken(tokenOf(request))
  const subscription = hash === null ? null : yield* (yield* StatusSubscribers).awaiting(hash)
  if (hash === null || subscription === null || !isHere(request, subscription)) return null
  return { hash, subscription }
})

const expired = Effect.fnUntraced(function* (
  cache: PageCache,
  { context, params }: PageRequest
): Effect.fn.Return<HttpResponse, StoreError> {
  const slug = params["slug"] ?? ""
  const page = yield* cache.find(slug)
  return page === null || page === "busy" || page.served.stoppedBy !== null
    ? absentPage("en")
    : expiredPage(page.served.document.language, rootOf(context, slug))
})

/** The pages of subscribers. A GET changes nothing, because mail scanners follow links. */
export const makeSubscriberEndpoints = (cache: PageCache): ReadonlyArray<PageEndpoint<SubscribeServices>> => [
  {
    method: "GET",
    path: "/s/:slug/subscribe",
    handle: Effect.fnUntraced(function* (request) {
      const found = yield* readable(cache, request)
      if (!isPage(found)) return found
      const { id, language, name } = found.served.document
      const components = (yield* (yield* StatusSubscribers).choices(id)) ?? []
      return subscribePage({ language, pageName: name, root: found.root, components })
    })
  },
  {
    method: "POST",
    path: "/s/:slug/subscribe",
    action: "statusSubscribers.request",
    admit: Effect.fnUntraced(function* (request) {
      const found = yield* readable(cache, request)
      if (!isPage(found)) return found
      const target = found.served.document.id
      return { actor: { kind: "visitor" }, accountId: null, target, submit: subscribe(found, request) }
    })
  },
  {
    method: "GET",
    path: "/s/:slug/subscribe/:token",
    handle: Effect.fnUntraced(function* (request) {
      const found = yield* awaitingOf(request)
      if (found === null) return yield* expired(cache, request)
      const root = rootOf(request.context, found.subscription.page.slug)
      return confirmPage(found.subscription, `${root}subscribe/${tokenOf(request)}`)
    })
  },
  {
    method: "POST",
    path: "/s/:slug/subscribe/:token",
    action: "statusSubscribers.confirm",
    hidesOrigin: true,
    admit: Effect.fnUntraced(function* (request) {
      const found = yield* awaitingOf(request)
      if (found === null) return yield* expired(cache, request)
      const { hash, subscription } = found
      return {
        actor: { kind: "link" },
        accountId: null,
        target: subscription.id,
        submit: confirm(hash, subscription, request)
      }
    })
  },
  {
    method: "GET",
    path: "/s/:slug/subscription/:token",
    handle: Effect.fnUntraced(function* (request) {
      const subscription = yield* subscriptionOf(request)
      if (subscription === null) return absentPage("en")
      return pageFor(request, subscription, (path, root) => managePage(subscription, { path, root }))
    })
  },
  formOf("/s/:slug/subscription/:token", "statusSubscribers.update", saveChoice),
  {
    method: "GET",
    path: "/s/:slug/subscription/:token/unsubscribe",
    handle: Effect.fnUntraced(function* (request) {
      const subscription = yield* subscriptionOf(request)
      if (subscription === null) return absentPage("en")
      return pageFor(request, subscription, (path) => leavePage(subscription, path))
    })
  },
  // Mail programs send a POST to this path for a one-click unsubscribe (RFC 8058).
  formOf("/s/:slug/subscription/:token/unsubscribe", "statusSubscribers.leave", leave)
]
