import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { followIncidents } from "./followIncidents.ts"
import { incidentsToPost } from "./incidentsToPost.ts"
import { moveMaintenance } from "./moveMaintenance.ts"
import { createPage, overrideComponent, removePage, updatePage } from "./savePage.ts"
import { addUpdate, changeUpdate, createPost, removePost, removeUpdate, updatePost } from "./savePost.ts"
import { StatusPages } from "./StatusPages.ts"
import { StatusPosts } from "./StatusPosts.ts"
import { findPage, listPages } from "./storedPage.ts"
import { findPost, listPosts } from "./storedPost.ts"

/** {@link StatusPages} over PostgreSQL. */
export const layerStatusPages: Layer.Layer<StatusPages, never, SqlClient.SqlClient> = Layer.effect(
  StatusPages,
  Effect.map(SqlClient.SqlClient, (sql) =>
    StatusPages.of({
      list: listPages(sql),
      find: findPage(sql),
      create: createPage(sql),
      update: updatePage(sql),
      remove: removePage(sql),
      override: overrideComponent(sql)
    })
  )
)

/** {@link StatusPosts} over PostgreSQL. */
export const layerStatusPosts: Layer.Layer<StatusPosts, never, SqlClient.SqlClient> = Layer.effect(
  StatusPosts,
  Effect.map(SqlClient.SqlClient, (sql) =>
    StatusPosts.of({
      list: listPosts(sql),
      find: findPost(sql),
      incidentsToPost: incidentsToPost(sql),
      create: createPost(sql),
      update: updatePost(sql),
      remove: removePost(sql),
      addUpdate: addUpdate(sql),
      changeUpdate: changeUpdate(sql),
      removeUpdate: removeUpdate(sql),
      followIncidents: followIncidents(sql),
      moveMaintenance: moveMaintenance(sql)
    })
  )
)
