import {
  BadRequest,
  type CreateStatusPage,
  Forbidden,
  messages,
  NotFound,
  type OverrideComponent,
  type PreviewStatusPage,
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
import { type Caller, ownerOnly } from "../../auth/Caller.ts"
import { PublicUrl } from "../../PublicUrl.ts"
import { StatusPageExport } from "../../statusExport/StatusPageExport.ts"
import { type GroupHandlers, ok } from "../ApiHandler.ts"
import { draftOf, patchOf, previewOf } from "../../statusPages/pageInput.ts"

/** A document contains nothing but JSON. */
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

/** The path under which a page is served. */
const addressOf = Effect.fnUntraced(function* (slug: string) {
  return `${(yield* PublicUrl).base()}/s/${slug}`
})

const shown = Effect.fnUntraced(function* <Page extends Pick<StoredStatusPage, "slug">>(page: Page) {
  return { ...page, url: yield* addressOf(page.slug) }
})

const saved = Effect.fnUntraced(function* ({ limits }: Caller, result: SaveStatusPageResult) {
  if (result._tag === "Saved") return yield* shown(result.page)
  if (result._tag === "LimitReached")
    return yield* new BadRequest({ message: messages.statusPageLimit(limits.statusPages, limits.title) })
  return yield* refusals[result._tag]()
})

const listPages = Effect.fnUntraced(function* (caller: Caller) {
  yield* ownerOnly(caller)
  return yield* Effect.forEach(yield* (yield* StatusPages).list(caller.viewer), shown)
})

const foundPage = Effect.fnUntraced(function* (caller: Caller, id: string) {
  yield* ownerOnly(caller)
  return (yield* (yield* StatusPages).find(caller.viewer, id)) ?? (yield* pageNotFound())
})

/** A page that the plan does not allow can only be read and deleted. */
const allowedPage = Effect.fnUntraced(function* (caller: Caller, id: string) {
  const page = yield* foundPage(caller, id)
  const { statusPages, title } = caller.limits
  if (page.stoppedBy === "plan")
    return yield* new Forbidden({ message: messages.statusPageOverLimit(statusPages, title) })
  return page
})

const prepareCreation = Effect.fn("createStatusPage")(function* (caller: Caller, input: CreateStatusPage) {
  yield* ownerOnly(caller)
  const draft = yield* draftOf(caller, input)
  const id = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
  const create = Effect.gen(function* () {
    const result = yield* (yield* StatusPages).create(caller.viewer, { ...draft, id }, caller.limits.statusPages)
    return ok(yield* saved(caller, result))
  })
  return create
})

/** Nobody may read a page that is private or deleted when the answer says so. */
const withdrawCopy = Effect.fnUntraced(function* (id: string) {
  yield* Effect.catchTag((yield* StatusPageExport).settle(id), "ExportError", Effect.die)
})

const updatePage = Effect.fn("updateStatusPage")(function* (caller: Caller, id: string, input: UpdateStatusPage) {
  yield* allowedPage(caller, id)
  const patch = yield* patchOf(caller, input)
  const page = yield* saved(caller, yield* (yield* StatusPages).update(caller.viewer, id, patch))
  if (page.access !== "public") yield* withdrawCopy(id)
  return page
})

const removePage = Effect.fn("removeStatusPage")(function* (caller: Caller, id: string) {
  yield* ownerOnly(caller)
  if (!(yield* (yield* StatusPages).remove(caller.viewer, id))) return yield* pageNotFound()
  yield* withdrawCopy(id)
  return { id, deleted: true } as const
})

const previewPage = Effect.fn("previewStatusPage")(function* (caller: Caller, input: PreviewStatusPage) {
  yield* ownerOnly(caller)
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
  get: ({ caller, params }) => Effect.map(Effect.flatMap(foundPage(caller, params.id), shown), ok),
  update: ({ caller, params, payload }) => Effect.map(updatePage(caller, params.id, payload), ok),
  remove: ({ caller, params }) => Effect.map(removePage(caller, params.id), ok),
  override: ({ caller, params, payload }) => Effect.map(overrideState(caller, params, payload), ok)
}
