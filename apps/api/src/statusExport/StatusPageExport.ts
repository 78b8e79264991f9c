import { StatusPageDocuments, StatusPageExports, type StoreError } from "@mon/core-store"
import { Context, Effect, Layer, Metric, type Scope } from "effect"
import { PublicUrl } from "../PublicUrl.ts"
import { copyWriter } from "./copyWriter.ts"
import { ExportError, type ExportTarget } from "./ExportTarget.ts"
import { lateCopies } from "./lateCopies.ts"
import { settleInBackground } from "./settleInBackground.ts"

/** A request waits this long for a folder or a bucket. */
const REQUEST_LIMIT = "20 seconds"

const tooSlow = new ExportError({ place: "the folder or the bucket", cause: new Error("it took more than 20 seconds") })

const limited = Effect.timeoutOrElse({ duration: REQUEST_LIMIT, orElse: () => Effect.fail(tooSlow) })

/** Copies of public status pages, which are there when Mon is not. */
export class StatusPageExport extends Context.Service<
  StatusPageExport,
  {
    /**
     * Removes what readers may no longer see after a change: the copy of a page that is private or stopped, or at an
     * address that it had before. Waits for another process that writes it. If it fails, it is tried again until it is
     * done.
     */
    readonly withdraw: (pageId: string) => Effect.Effect<void, StoreError | ExportError>
    /** Removes the copy of a page and then runs `remove`, with no new copy in between. If it fails, the page stays. */
    readonly withdrawAnd: <A, E, R>(
      pageId: string,
      remove: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | StoreError | ExportError, R>
  }
>()("@mon/api/StatusPageExport") {
  /** Writes no copies. */
  static readonly layerNone: Layer.Layer<StatusPageExport> = Layer.effect(
    StatusPageExport,
    Effect.as(Metric.update(lateCopies, 0), { withdraw: () => Effect.void, withdrawAnd: (_, remove) => remove })
  )
  /** Writes the copies of all public pages to `target`, and again at each change. */
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
    // The copy at the new address is written in the background, and so is what a failure leaves.
    withdraw: (id) => Effect.ensuring(limited(writer.withdraw(id)), background.request(id)),
    withdrawAnd: (id, remove) => Effect.ensuring(limited(writer.withdrawAnd(id, remove)), background.request(id))
  })
})
