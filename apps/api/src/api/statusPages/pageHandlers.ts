import {
  BadRequest,
  type CreateStatusPage,
  Forbidden,
  messages,
  NotFound,
  type OverrideComponent,
  type PreviewStatusPage,
  Unavailable,
  type UpdateStatusPage
} from "@mon/api-contract"
import {
  randomBytes,
  type RefusedInput,
  type SaveStatusPageResult,
  StatusPageDocuments,
  StatusPages,
  type StoredStatusPage
} from "@mon/core-store"
import { uuidv7 } from "@mon/model"
import { Clock, Effect, Schema } from "effect"
import { type Caller, adminOnly } from "../../auth/Caller.ts"
import { Passwords } from "../../auth/Passwords.ts"
import { PublicUrl } from "../../PublicUrl.ts"
import { StatusPageExport } from "../../statusExport/StatusPageExport.ts"
import { type GroupHandlers, ok } from "../ApiHandler.ts"
import { shownPage, shownSummary } from "./shownPage.ts"
import { draftOf, patchOf, previewOf } from "../../statusPages/pageInput.ts"

const jsonOf = Schema.decodeUnknownEffect(Schema.Record(Schema.String, Schema.Json))

const pageNotFound = () => new NotFound({ message: messages.statusPageNotFound })

type Refusal = Exclude<SaveStatusPageResult["_tag"], "Saved" | "LimitReached"> | RefusedInput

const refusals: Readonly<Record<Refusal, () => BadRequest | NotFound>> = {
  Absent: pageNotFound,
  SlugTaken: () => new BadRequest({ message: messages.statusPageSlugTaken }),
  NoPassword: () => new BadRequest({ message: messages.statusPageNoPassword }),
  NoDomains: () => new BadRequest({ message: messages.statusPageNoDomains }),
  NoMonitor: () => new BadRequest({ message: messages.statusPageMonitor }),
  NoTag: () => new BadRequest({ message: messages.statusPageTag }),
  NoGroup: () => new BadRequest({ message: messages.statusPageGroup })
}

const saved = Effect.fnUntraced(function* (caller: Caller, result: SaveStatusPageResult) {
  const { limits } = caller
  if (result._tag === "Saved") return yield* shownPage(caller, result.page)
  if (result._tag === "LimitReached")
    return yield* new BadRequest({ message: messages.statusPageLimit(limits.statusPages, limits.title) })
  return yield* refusals[result._tag]()
})

const listPages = Effect.fnUntraced(function* (caller: Caller) {
  yield* adminOnly(caller)
  return yield* Effect.forEach(yield* (yield* StatusPages).list(caller.viewer), shownSummary)
})

export const foundPage = Effect.fnUntraced(function* (caller: Caller, id: string) {
  yield* adminOnly(caller)
  return (yield* (yield* StatusPages).find(caller.viewer, id)) ?? (yield* pageNotFound())
})

/** Returns a status page that may be changed. Pages beyond the limit of the plan can only be read and deleted. */
export const allowedPage = Effect.fnUntraced(function* (caller: Caller, id: string) {
  const page = yield* foundPage(caller, id)
  const { statusPages, title } = caller.limits
  if (page.stoppedBy === "plan")
    return yield* new Forbidden({ message: messages.statusPageOverLimit(statusPages, title) })
  return page
})

export const prepareCreation = Effect.fn("createStatusPage")(function* (caller: Caller, input: CreateStatusPage) {
  yield* adminOnly(caller)
  const draft = yield* draftOf(caller, input)
  const id = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
  const create = Effect.gen(function* () {
    const result = yield* (yield* StatusPages).create(caller.viewer, { ...draft, id }, caller.limits.statusPages)
    return ok(yield* saved(caller, result))
  })
  return create
})

/**
 * Logs why the copy of a page was not removed, and fails with a message for the user. Only the operator sees the
 * details.
 */
const copyRemains = (message: string) => (error: Error) =>
  Effect.andThen(Effect.logWarning("The copy of a status page was not removed", error), new Unavailable({ message }))

/** Removes an unchanged password from a change. Storing it as a new password would sign out all readers of the page. */
const withoutKnownPassword = Effect.fnUntraced(function* (before: StoredStatusPage, input: UpdateStatusPage) {
  const { password, ...others } = input
  if (typeof password !== "string" || before.access !== "password") return input
  const page = yield* (yield* StatusPageDocuments).document({ id: before.id }, (yield* PublicUrl).base())
  if (page === null) return input
  const { right } = yield* (yield* Passwords)
    .verify(password, page.passwordHash)
    .pipe(Effect.catchTag("PasswordsBusy", () => Effect.fail(new Unavailable({ message: messages.unavailable }))))
  return right ? others : input
})

export const updatePage = Effect.fn("updateStatusPage")(function* (
  caller: Caller,
  id: string,
  input: UpdateStatusPage
) {
  const before = yield* allowedPage(caller, id)
  const patch = yield* patchOf(caller, yield* withoutKnownPassword(before, input))
  const page = yield* saved(caller, yield* (yield* StatusPages).update(caller.viewer, id, patch))
  // The copy must be gone before the response confirms that the page is private or has a new address.
  if (page.access !== "public" || page.slug !== before.slug)
    yield* (yield* StatusPageExport).withdraw(id).pipe(Effect.catch(copyRemains(messages.statusPageCopyRemains)))
  return page
})

export const removePage = Effect.fn("removeStatusPage")(function* (caller: Caller, id: string) {
  yield* foundPage(caller, id)
  const pages = yield* StatusPages
  const remove = Effect.result(pages.remove(caller.viewer, id))
  const copies = yield* StatusPageExport
  const removed = yield* copies.withdrawAnd(id, remove).pipe(Effect.catch(copyRemains(messages.statusPageCopyBlocks)))
  if (!(yield* Effect.fromResult(removed))) return yield* pageNotFound()
  return { id, deleted: true } as const
})

const previewPage = Effect.fn("previewStatusPage")(function* (caller: Caller, input: PreviewStatusPage) {
  yield* adminOnly(caller)
  const found = yield* (yield* StatusPageDocuments).preview(
    caller.viewer,
    yield* previewOf(caller, input),
    (yield* PublicUrl).base()
  )
  return typeof found === "string" ? yield* refusals[found]() : yield* Effect.orDie(jsonOf(found))
})

const overrideState = Effect.fn("overrideComponent")(function* (
  caller: Caller,
  { componentId, id }: { readonly id: string; readonly componentId: string },
  { state }: OverrideComponent
) {
  const page = yield* allowedPage(caller, id)
  if (!page.components.some((component) => component.id === componentId))
    return yield* new NotFound({ message: messages.statusComponentNotFound })
  return yield* saved(caller, yield* (yield* StatusPages).override(caller.viewer, id, componentId, state))
})

export const statusPageHandlers: GroupHandlers<"statusPages"> = {
  list: ({ caller }) => Effect.map(listPages(caller), ok),
  create: { prepare: ({ caller, payload }) => prepareCreation(caller, payload) },
  preview: ({ caller, payload }) => Effect.map(previewPage(caller, payload), ok),
  get: ({ caller, params }) =>
    Effect.map(
      Effect.flatMap(foundPage(caller, params.id), (page) => shownPage(caller, page)),
      ok
    ),
  update: ({ caller, params, payload }) => Effect.map(updatePage(caller, params.id, payload), ok),
  remove: ({ caller, params }) => Effect.map(removePage(caller, params.id), ok),
  override: ({ caller, params, payload }) => Effect.map(overrideState(caller, params, payload), ok)
}
