import { StatusPageDocuments, StatusPageExports, type StoreError } from "@mon/core-store"
import { Context, Effect, Layer, Metric, type Scope } from "effect"
import { PublicUrl } from "../PublicUrl.ts"
import { copyWriter } from "./copyWriter.ts"
import { ExportError, type ExportTarget } from "./ExportTarget.ts"
import { lateCopies } from "./lateCopies.ts"
import { settleInBackground } from "./settleInBackground.ts"

/** The longest time that a request waits for a folder or a bucket. */
const REQUEST_LIMIT = "20 seconds"

const tooSlow = new ExportError({ place: "the folder or the bucket", cause: new Error("it took more than 20 seconds") })

const limited = Effect.timeoutOrElse({ duration: REQUEST_LIMIT, orElse: () => Effect.fail(tooSlow) })

/** The copies of public status pages, which stay available while Mon is unavailable. */
export class StatusPageExport extends Context.Service<
  StatusPageExport,
  {
    /**
     * Removes copies that readers may no longer see after a change: the copy of a page that is private or stopped, or
     * the copy at a previous address of a page. Waits if another process is writing the copy. A failed removal is
     * repeated until it succeeds.
     */
    readonly withdraw: (pageId: string) => Effect.Effect<void, StoreError | ExportError>
    /**
     * Removes the copy of a page, and then runs `remove`. Prevents a new copy in between. If the copy cannot be
     * removed, `remove` does not run, so the page stays.
     */
    readonly withdrawAnd: <A, E, R>(
      pageId: string,
      remove: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | StoreError | ExportError, R>
  }
>()("@mon/api/StatusPageExport") {
  static readonly layerNone: Layer.Layer<StatusPageExport> = Layer.effect(
    StatusPageExport,
    Effect.as(Metric.update(lateCopies, 0), { withdraw: () => Effect.void, withdrawAnd: (_, remove) => remove })
  )
  /** Writes copies of all public pages to `target`, and updates them after each change. */
  static readonly layer = (
    target: Effect.Effect<ExportTarget, never, Scope.Scope>
  ): Layer.Layer<StatusPageExport, never, StatusPageDocuments | StatusPageExports | PublicUrl> =>
    Layer.effect(StatusPageExport, Effect.flatMap(target, make))
}

const make = Effect.fnUntraced(function* (target: ExportTarget) {
  const documents = yield* StatusPageDocuments
  const exports = yield* StatusPageExports
  const publicUrl = yield* PublicUrl
  const writer = copyWriter({ target, documents, exports, base: publicUrl.base })
  const background = yield* settleInBackground({ target, documents, exports, writer })
  return StatusPageExport.of({
    // The background task writes the copy at the new address, and repeats a failed removal.
    withdraw: (id) => Effect.ensuring(limited(writer.withdraw(id)), background.request(id)),
    withdrawAnd: (id, remove) => Effect.ensuring(limited(writer.withdrawAnd(id, remove)), background.request(id))
  })
})
