import {
  BadRequest,
  type CreateStatusPost,
  type CreateStatusUpdate,
  Forbidden,
  messages,
  NotFound,
  pagination,
  type UpdateStatusPost,
  type UpdateStatusUpdate
} from "@mon/api-contract"
import { postDraft } from "@mon/notifications"
import { type SavePostResult, StatusPages, StatusPosts } from "@mon/core-store"
import { type PostFilter, type PostKind, type PostState, statusPageLimits } from "@mon/model"
import { Effect } from "effect"
import { type Caller, adminOnly } from "../../auth/Caller.ts"
import { type GroupHandlers, ok } from "../ApiHandler.ts"

const refusals: Readonly<Record<Exclude<SavePostResult["_tag"], "Saved">, () => BadRequest | NotFound>> = {
  AbsentPage: () => new NotFound({ message: messages.statusPageNotFound }),
  Absent: () => new NotFound({ message: messages.statusPostNotFound }),
  AbsentUpdate: () => new NotFound({ message: messages.statusUpdateNotFound }),
  NoComponent: () => new BadRequest({ message: messages.statusPostComponents }),
  LimitReached: () => new BadRequest({ message: messages.statusPostLimit(statusPageLimits.postsOfPage) }),
  LastUpdate: () => new BadRequest({ message: messages.statusPostLastUpdate }),
  WrongState: () => new BadRequest({ message: messages.statusPostState }),
  WrongTimes: () => new BadRequest({ message: messages.statusPostTimes }),
  UpdateIsPublished: () => new BadRequest({ message: messages.statusUpdatePublished }),
  PostIsDraft: () => new BadRequest({ message: messages.statusPostDraft })
}

const saved = (result: SavePostResult) =>
  result._tag === "Saved" ? Effect.succeed(result.post) : Effect.fail(refusals[result._tag]())

interface PageParams {
  readonly id: string
}
interface PostParams extends PageParams {
  readonly postId: string
}
interface UpdateParams extends PostParams {
  readonly updateId: string
}

/** Fails if the status page does not exist or is beyond the plan's limit. */
const allowed = Effect.fnUntraced(function* (caller: Caller, { id }: PageParams) {
  yield* adminOnly(caller)
  const page = (yield* (yield* StatusPages).list(caller.viewer)).find((one) => one.id === id)
  if (page === undefined) return yield* refusals.AbsentPage()
  const { statusPages, title } = caller.limits
  if (page.stoppedBy === "plan")
    return yield* new Forbidden({ message: messages.statusPageOverLimit(statusPages, title) })
})

/**
 * Returns whether subscribers are notified, which a request to publish must specify. Null: the request is for a draft.
 */
const notifiesOf = ({
  isDraft = false,
  notifySubscribers
}: Pick<CreateStatusUpdate, "isDraft" | "notifySubscribers">) => {
  if (isDraft) return Effect.succeed(null)
  return notifySubscribers === undefined
    ? Effect.fail(new BadRequest({ message: messages.statusPostNotify }))
    : Effect.succeed(notifySubscribers)
}

/** Returns the publication that a change requests, if any. A published post cannot become a draft again. */
const publicationOf = Effect.fnUntraced(function* (
  { isDraft, notifySubscribers }: Pick<UpdateStatusUpdate, "isDraft" | "notifySubscribers">,
  isNowDraft: boolean
) {
  if (isDraft === true && !isNowDraft) return yield* new BadRequest({ message: messages.statusPostPublished })
  if (isDraft !== false || !isNowDraft) return {}
  const notifies = yield* notifiesOf(notifySubscribers === undefined ? {} : { notifySubscribers })
  return { publish: { notifies: notifies === true } }
})

const firstStates: Readonly<Record<PostKind, PostState>> = { incident: "investigating", maintenance: "scheduled" }

const time = (text: string | undefined): number | null => (text === undefined ? null : Date.parse(text))

const prepareCreation = Effect.fn("createStatusPost")(function* (
  caller: Caller,
  params: PageParams,
  input: CreateStatusPost
) {
  yield* allowed(caller, params)
  const { body, componentIds = [], components = [], displayAt, endsAt = null, kind, startedAt, title } = input
  const isMaintenance = kind === "maintenance"
  const post = {
    kind,
    title: title.trim(),
    impact: input.impact ?? (isMaintenance ? "none" : "minor"),
    startedAt: time(startedAt),
    endsAt: endsAt === null ? null : Date.parse(endsAt),
    movesItself: isMaintenance && (input.movesItself ?? true),
    componentIds,
    update: {
      state: input.state ?? firstStates[kind],
      body: body.trim(),
      displayAt: time(displayAt),
      components,
      notifies: yield* notifiesOf(input)
    }
  } as const
  return Effect.gen(function* () {
    return ok(yield* saved(yield* (yield* StatusPosts).create(caller.viewer, params.id, post)))
  })
})

const prepareUpdate = Effect.fn("addStatusUpdate")(function* (
  caller: Caller,
  params: PostParams,
  input: CreateStatusUpdate
) {
  yield* allowed(caller, params)
  yield* foundPost(caller, params)
  const { body, components = [], displayAt, state } = input
  const update = {
    state,
    body: body.trim(),
    displayAt: time(displayAt),
    components,
    notifies: yield* notifiesOf(input)
  }
  return Effect.gen(function* () {
    return ok(yield* saved(yield* (yield* StatusPosts).addUpdate(caller.viewer, params.id, params.postId, update)))
  })
})

const foundPost = Effect.fnUntraced(function* (caller: Caller, { id, postId }: PostParams) {
  yield* adminOnly(caller)
  const posts = yield* StatusPosts
  const post = yield* posts.find(caller.viewer, id, postId)
  if (post !== null) return post
  const page = yield* posts.list(caller.viewer, id, { page: 1, limit: 1 })
  return yield* page === null ? refusals.AbsentPage() : refusals.Absent()
})

const listPosts = Effect.fnUntraced(function* (
  caller: Caller,
  { id }: PageParams,
  {
    limit = statusPageLimits.pageSize.default,
    page = 1,
    ...rest
  }: { readonly limit?: number; readonly page?: number; readonly state?: PostFilter }
) {
  yield* adminOnly(caller)
  const found = yield* (yield* StatusPosts).list(caller.viewer, id, { ...rest, page, limit })
  if (found === null) return yield* refusals.AbsentPage()
  return { ...ok(found.items), pagination: pagination(found.total, page, limit) }
})

const draftPosts = Effect.fnUntraced(function* (caller: Caller, { id }: PageParams) {
  yield* adminOnly(caller)
  const page = yield* (yield* StatusPosts).incidentsToPost(caller.viewer, id, statusPageLimits.draftsOffered)
  if (page === null) return yield* refusals.AbsentPage()
  return page.incidents.map((incident) => postDraft(page, incident))
})

const updatePost = Effect.fn("updateStatusPost")(function* (
  caller: Caller,
  params: PostParams,
  { endsAt, isDraft: _draft, notifySubscribers: _notify, startedAt, title, ...rest }: UpdateStatusPost,
  publication: Pick<UpdateStatusPost, "isDraft" | "notifySubscribers">
) {
  yield* allowed(caller, params)
  const before = yield* foundPost(caller, params)
  if (endsAt === null && before.kind === "maintenance") return yield* refusals.WrongTimes()
  const patch = {
    ...rest,
    ...(title === undefined ? {} : { title: title.trim() }),
    ...(startedAt === undefined ? {} : { startedAt: Date.parse(startedAt) }),
    ...(endsAt === undefined || endsAt === null ? {} : { endsAt: Date.parse(endsAt) }),
    ...(yield* publicationOf(publication, before.isDraft))
  }
  return yield* saved(yield* (yield* StatusPosts).update(caller.viewer, params.id, params.postId, patch))
})

const changeUpdate = Effect.fn("changeStatusUpdate")(function* (
  caller: Caller,
  params: UpdateParams,
  { body, components, displayAt, isDraft, notifySubscribers, state }: UpdateStatusUpdate
) {
  yield* allowed(caller, params)
  const { id, postId, updateId } = params
  const post = yield* foundPost(caller, params)
  const before = post.updates.find((update) => update.id === updateId)
  if (before === undefined) return yield* refusals.AbsentUpdate()
  const publication = {
    ...(isDraft === undefined ? {} : { isDraft }),
    ...(notifySubscribers === undefined ? {} : { notifySubscribers })
  }
  const patch = {
    ...(state === undefined ? {} : { state }),
    ...(body === undefined ? {} : { body: body.trim() }),
    ...(displayAt === undefined ? {} : { displayAt: Date.parse(displayAt) }),
    ...(components === undefined ? {} : { components }),
    ...(yield* publicationOf(publication, before.isDraft))
  }
  return yield* saved(yield* (yield* StatusPosts).changeUpdate(caller.viewer, id, postId, updateId, patch))
})

const removePost = Effect.fn("removeStatusPost")(function* (caller: Caller, params: PostParams) {
  yield* foundPost(caller, params)
  if (!(yield* (yield* StatusPosts).remove(caller.viewer, params.id, params.postId))) return yield* refusals.Absent()
  return { id: params.postId, deleted: true } as const
})

const removeUpdate = Effect.fn("removeStatusUpdate")(function* (caller: Caller, params: UpdateParams) {
  yield* allowed(caller, params)
  const { id, postId, updateId } = params
  return yield* saved(yield* (yield* StatusPosts).removeUpdate(caller.viewer, id, postId, updateId))
})

export const statusPostHandlers: GroupHandlers<"statusPosts"> = {
  list: ({ caller, params, query }) => listPosts(caller, params, query),
  create: { prepare: ({ caller, params, payload }) => prepareCreation(caller, params, payload) },
  drafts: ({ caller, params }) => Effect.map(draftPosts(caller, params), ok),
  get: ({ caller, params }) => Effect.map(foundPost(caller, params), ok),
  update: ({ caller, params, payload }) => Effect.map(updatePost(caller, params, payload, payload), ok),
  remove: ({ caller, params }) => Effect.map(removePost(caller, params), ok),
  addUpdate: { prepare: ({ caller, params, payload }) => prepareUpdate(caller, params, payload) },
  changeUpdate: ({ caller, params, payload }) => Effect.map(changeUpdate(caller, params, payload), ok),
  removeUpdate: ({ caller, params }) => Effect.map(removeUpdate(caller, params), ok)
}
