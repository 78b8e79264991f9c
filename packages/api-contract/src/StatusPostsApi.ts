import { PostFilter, statusPageLimits, StatusPost, StatusPostDraft } from "@mon/model"
import * as Schema from "effect/Schema"
import { BadRequest, Forbidden, NotFound, PayloadTooLarge } from "./ApiError.ts"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "./EffectHttp.ts"
import { created, ok, paged } from "./Envelope.ts"
import { Deleted } from "./Outcome.ts"
import { pageQuery } from "./PageQuery.ts"
import { CreateStatusPost, CreateStatusUpdate, UpdateStatusPost, UpdateStatusUpdate } from "./StatusPostInput.ts"

const id = (of: string, example: string) => Schema.String.annotate({ description: of, examples: [example] })

const ofPage = { id: id("Id of the status page.", "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d76") }
const ofPost = { ...ofPage, postId: id("Id of the post.", "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d78") }
const ofUpdate = { ...ofPost, updateId: id("Id of the update.", "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d79") }

const OWNER = "Only the account owner and admins can do this."
const about = (summary: string, description: string) =>
  OpenApi.annotations({ summary, description: `${description} ${OWNER}` })

const changes = [BadRequest, Forbidden, NotFound, PayloadTooLarge] as const

const list = HttpApiEndpoint.get("list", "/status-pages/:id/posts", {
  params: ofPage,
  query: {
    ...pageQuery(statusPageLimits.pageSize),
    state: Schema.optionalKey(
      PostFilter.annotate({
        message: `state must be one of: ${PostFilter.literals.join(", ")}.`,
        description:
          "`open`: published and not over. `draft`: the post or one of its updates is not published. `closed`: published and over."
      })
    )
  },
  success: paged(StatusPost),
  error: [BadRequest, Forbidden, NotFound]
}).annotateMerge(about("List posts", "Returns the posts of a status page, newest first."))

const create = HttpApiEndpoint.post("create", "/status-pages/:id/posts", {
  params: ofPage,
  payload: CreateStatusPost,
  success: created(StatusPost),
  error: changes
}).annotateMerge(
  about(
    "Create a post",
    "Creates an incident or planned maintenance with its first update. For everything that is published, `notifySubscribers` says whether subscribers are notified."
  )
)

const get = HttpApiEndpoint.get("get", "/status-pages/:id/posts/:postId", {
  params: ofPost,
  success: ok(StatusPost),
  error: [Forbidden, NotFound]
}).annotateMerge(about("One post", "Returns a post with its updates."))

const drafts = HttpApiEndpoint.get("drafts", "/status-pages/:id/drafts", {
  params: ofPage,
  success: ok(Schema.Array(StatusPostDraft)),
  error: [Forbidden, NotFound]
}).annotateMerge(
  about(
    "Drafts from incidents",
    `Suggests a post for each incident on monitors that components follow, written in the page's language for its readers. Open incidents come first, followed by incidents that ended in the last 7 days. The list has at most ${statusPageLimits.draftsOffered} posts. Nothing is saved.`
  )
)

const update = HttpApiEndpoint.patch("update", "/status-pages/:id/posts/:postId", {
  params: ofPost,
  payload: UpdateStatusPost,
  success: ok(StatusPost),
  error: changes
}).annotateMerge(
  about(
    "Change a post",
    "Changes only the fields in the request. Setting `isDraft` to false publishes the post with its drafts."
  )
)

const remove = HttpApiEndpoint.delete("remove", "/status-pages/:id/posts/:postId", {
  params: ofPost,
  success: ok(Deleted),
  error: [Forbidden, NotFound]
}).annotateMerge(about("Delete a post", "Deletes the post with its updates. Readers no longer see the post."))

const addUpdate = HttpApiEndpoint.post("addUpdate", "/status-pages/:id/posts/:postId/updates", {
  params: ofPost,
  payload: CreateStatusUpdate,
  success: created(StatusPost),
  error: changes
}).annotateMerge(
  about("Add an update", "Adds an update to a post, and sets component states if the update contains any.")
)

const changeUpdate = HttpApiEndpoint.patch("changeUpdate", "/status-pages/:id/posts/:postId/updates/:updateId", {
  params: ofUpdate,
  payload: UpdateStatusUpdate,
  success: ok(StatusPost),
  error: changes
}).annotateMerge(
  about(
    "Change an update",
    "Changes only the fields in the request. Changing a published update does not notify anyone. Setting `isDraft` to false publishes a draft."
  )
)

const removeUpdate = HttpApiEndpoint.delete("removeUpdate", "/status-pages/:id/posts/:postId/updates/:updateId", {
  params: ofUpdate,
  success: ok(StatusPost),
  error: [BadRequest, Forbidden, NotFound]
}).annotateMerge(
  about("Delete an update", "Deletes an update. A published post must keep at least one published update.")
)

export class StatusPostsApi extends HttpApiGroup.make("statusPosts")
  .add(list, create, drafts, get, update, remove, addUpdate, changeUpdate, removeUpdate)
  .annotateMerge(
    OpenApi.annotations({
      title: "Posts of status pages",
      description: "Incidents and planned maintenance that readers of a status page see."
    })
  ) {}
