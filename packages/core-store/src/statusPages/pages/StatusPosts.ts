import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { followIncidents, incidentsToPost, moveMaintenance } from "./followIncidents.ts"
import { addUpdate, changeUpdate, createPost, removePost, removeUpdate, updatePost } from "./savePost.ts"
import { findPost, listPosts } from "./storedPost.ts"

/** The posts of an account's status pages, including the automatic posts of Mon. */
export class StatusPosts extends Context.Service<StatusPosts>()("@mon/core-store/StatusPosts", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /** Lists posts, newest first. Null if there is no such page. */
    list: listPosts(sql),
    find: findPost(sql),
    /**
     * Lists announced incidents of monitors that components of a page follow: open incidents, and incidents that
     * recovered in the last 7 days. Open incidents come first, and newer incidents come before older incidents. Null if
     * there is no such page.
     */
    incidentsToPost: incidentsToPost(sql),
    create: createPost(sql),
    update: updatePost(sql),
    /** Deletes a post. False if there is no such post. */
    remove: removePost(sql),
    addUpdate: addUpdate(sql),
    changeUpdate: changeUpdate(sql),
    removeUpdate: removeUpdate(sql),
    /**
     * Updates automatic posts on at most `limit` pages. Begins posts for incidents of monitors, adds incidents to the
     * open automatic post of their page, and resolves posts whose incidents are over. Leaves out components that a
     * post written by a person already covers. Returns the number of pages. Idempotent.
     */
    followIncidents: followIncidents(sql),
    /**
     * Moves planned maintenance to its next state when its begin or end has come, for at most `limit` posts. Returns
     * the number of due posts.
     */
    moveMaintenance: moveMaintenance(sql)
  }))
}) {
  static readonly layer = Layer.effect(StatusPosts, StatusPosts.make)
}
