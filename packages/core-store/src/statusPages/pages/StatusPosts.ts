import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { followIncidents, incidentsToPost, moveMaintenance } from "./followIncidents.ts"
import { addUpdate, changeUpdate, createPost, removePost, removeUpdate, updatePost } from "./savePost.ts"
import { findPost, listPosts } from "./storedPost.ts"

/** The posts of the status pages of an account, and what Mon posts by itself. */
export class StatusPosts extends Context.Service<StatusPosts>()("@mon/core-store/StatusPosts", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /** Newest first. Null: there is no such page. */
    list: listPosts(sql),
    find: findPost(sql),
    /**
     * Announced incidents of monitors that components follow: open ones, and those that good checks ended in the last 7
     * days. Open ones come first, then the newest. Null: there is no such page.
     */
    incidentsToPost: incidentsToPost(sql),
    create: createPost(sql),
    update: updatePost(sql),
    /** False when there is no such post. */
    remove: removePost(sql),
    addUpdate: addUpdate(sql),
    changeUpdate: changeUpdate(sql),
    removeUpdate: removeUpdate(sql),
    /**
     * Begins posts for incidents of monitors, adds incidents to the open automatic post of their page, and resolves
     * posts whose incidents are over; on at most `limit` pages. Says nothing about components that people have posted
     * about themselves. Returns on how many pages. Repeating it changes nothing.
     */
    followIncidents: followIncidents(sql),
    /** Moves planned maintenance whose time has come to its next state; at most `limit` posts. Returns how many. */
    moveMaintenance: moveMaintenance(sql)
  }))
}) {
  static readonly layer = Layer.effect(StatusPosts, StatusPosts.make)
}
