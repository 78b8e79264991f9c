import {
  type ServedStatusPage,
  type StatusPageChange,
  StatusPageDocuments,
  StatusPageExports,
  type StoreError
} from "@mon/core-store"
import { logoPath, pageFiles } from "@mon/status-page"
import { Context, Effect, Layer, Schedule, Stream } from "effect"
import { createHash } from "node:crypto"
import { PublicUrl } from "../PublicUrl.ts"
import type { ExportedFile, ExportError, ExportTarget } from "./ExportTarget.ts"

/** Files of one page that are written or removed at once. */
const AT_ONCE = 8
/** Between two attempts to write a copy. */
const RETRY = "5 seconds"

/** Copies of public status pages, which are there when Mon is not. */
export class StatusPageExport extends Context.Service<
  StatusPageExport,
  {
    /**
     * Makes the copy of a page what it has to be now: written again, or gone if the page is private, stopped or
     * deleted. Waits for another process that writes it.
     */
    readonly settle: (pageId: string) => Effect.Effect<void, StoreError | ExportError>
  }
>()("@mon/api/StatusPageExport") {
  /** Writes no copies. */
  static readonly layerNone: Layer.Layer<StatusPageExport> = Layer.succeed(StatusPageExport, {
    settle: () => Effect.void
  })
  /** Writes the copies of all public pages to `target`, and again at each change. */
  static readonly layer = (
    target: ExportTarget
  ): Layer.Layer<StatusPageExport, never, StatusPageDocuments | StatusPageExports | PublicUrl> =>
    Layer.effect(
      StatusPageExport,
      Effect.suspend(() => make(target))
    )
}

const filePath = (slug: string, path: string): string =>
  `${slug}/${path === "" || path.endsWith("/") ? `${path}index.html` : path}`

/** All files of a page, with its logo. */
const filesOf = ({ document }: ServedStatusPage, logo: Uint8Array | null): ReadonlyArray<ExportedFile> => {
  const files = [...pageFiles(document)].map(([path, write]) => {
    const { body, contentType } = write()
    return { path: filePath(document.slug, path), contentType, body: Buffer.from(body) }
  })
  if (logo === null || document.logo === null) return files
  const { contentType } = document.logo
  return [...files, { path: `${document.slug}/${logoPath(document.logo)}`, contentType, body: Buffer.from(logo) }]
}

const hashOf = (files: ReadonlyArray<ExportedFile>): string => {
  const sum = createHash("sha256")
  for (const { body, path } of files) sum.update(path).update("\u0000").update(body).update("\u0000")
  return sum.digest("hex")
}

const make = Effect.fnUntraced(function* (target: ExportTarget) {
  const documents = yield* StatusPageDocuments
  const exports = yield* StatusPageExports
  const publicUrl = yield* PublicUrl
  /** Copies that this process has seen to be there since it started: somebody may have emptied the folder. */
  const seen = new Set<string>()

  const removeAll = (paths: ReadonlyArray<string>) =>
    Effect.forEach(paths, target.remove, { concurrency: AT_ONCE, discard: true })

  const withdraw = Effect.fnUntraced(function* (slug: string) {
    yield* removeAll(yield* target.list(slug))
  })

  const write = Effect.fnUntraced(function* (files: ReadonlyArray<ExportedFile>, slug: string) {
    yield* Effect.forEach(files, target.write, { concurrency: AT_ONCE, discard: true })
    const current = new Set(files.map(({ path }) => path))
    const listed = yield* target.list(slug)
    yield* removeAll(listed.filter((path) => !current.has(path)))
  })

  const settle = (id: string) =>
    exports.exclusively(
      id,
      Effect.fnUntraced(function* (before) {
        const served = yield* documents.document({ id }, publicUrl.base())
        const isShown = served !== null && served.access === "public" && served.stoppedBy === null
        if (before !== null && (!isShown || before.slug !== served.document.slug)) yield* withdraw(before.slug)
        if (!isShown) {
          seen.delete(id)
          return null
        }
        const { slug } = served.document
        const logo = served.document.logo === null ? null : yield* documents.logo(id)
        const files = filesOf(served, logo?.bytes ?? null)
        const hash = hashOf(files)
        if (before?.hash !== hash || before.slug !== slug || !seen.has(id)) yield* write(files, slug)
        seen.add(id)
        return { slug, hash }
      })
    )

  const settleUntilDone = (id: string) =>
    settle(id).pipe(
      Effect.tapError((error) => Effect.logWarning("The copy of a status page could not be written", error)),
      Effect.retry({ schedule: Schedule.spaced(RETRY), times: 3 }),
      Effect.ignore
    )

  const all = Effect.gen(function* () {
    const pages = yield* documents.pages()
    return [...new Set([...pages.map(({ id }) => id), ...(yield* exports.list())])]
  })

  const onChange = (change: StatusPageChange) =>
    Effect.flatMap(
      change._tag === "All" ? Effect.orElseSucceed(all, (): ReadonlyArray<string> => []) : Effect.succeed(change.ids),
      (ids) => Effect.forEach(ids, settleUntilDone, { discard: true })
    )

  yield* Effect.forkScoped(Effect.andThen(onChange({ _tag: "All" }), Stream.runForEach(documents.changes, onChange)))
  return StatusPageExport.of({ settle })
})
