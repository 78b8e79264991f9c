import type {
  ClaimSlugs,
  ExportedPage,
  ServedStatusPage,
  StatusPageDocuments,
  StatusPageExports,
  StoreError
} from "@mon/core-store"
import { Effect } from "effect"
import type { ExportError, ExportTarget } from "./ExportTarget.ts"
import { copyOf, hashOf } from "./pageCopy.ts"

export interface CopyWriter {
  /** Writes, moves or removes the copy of a page, depending on the current state of the page. */
  readonly settle: (pageId: string) => Effect.Effect<void, StoreError | ExportError>
  /** Removes copies that readers may no longer see. Writes nothing. */
  readonly withdraw: (pageId: string) => Effect.Effect<void, StoreError | ExportError>
  /** Removes the copy, and then runs `remove`. Prevents a new copy in between. */
  readonly withdrawAnd: <A, E, R>(
    pageId: string,
    remove: Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E | StoreError | ExportError, R>
}

interface Parts {
  readonly target: ExportTarget
  readonly documents: StatusPageDocuments["Service"]
  readonly exports: StatusPageExports["Service"]
  readonly base: () => string
}

const isShown = ({ access, stoppedBy }: ServedStatusPage): boolean => access === "public" && stoppedBy === null

export const copyWriter = ({ base, documents, exports, target }: Parts): CopyWriter => {
  /**
   * The slugs at which this process has written copies since it started, by page. The first copy of a page is always
   * written, because somebody may have emptied the folder. After a failure, these slugs may contain files that the
   * database does not know.
   */
  const written = new Map<string, Set<string>>()
  const current = new Set<string>()

  /** Removes the copies of a page, except at an address that another page has taken over. */
  const removeAt = Effect.fnUntraced(function* (
    slugs: ReadonlyArray<string>,
    claim: ClaimSlugs,
    claimed: string | null = null
  ) {
    const taken = yield* claim(claimed === null ? slugs : [...slugs, claimed])
    yield* Effect.forEach(
      slugs.filter((slug) => !taken.has(slug)),
      target.remove,
      { discard: true }
    )
  })

  const slugsOf = (id: string, before: ExportedPage | null): ReadonlySet<string> =>
    new Set([...(before === null ? [] : [before.slug]), ...(written.get(id) ?? [])])

  const forget = (id: string) => {
    written.delete(id)
    current.delete(id)
  }

  const settle = (id: string) =>
    exports.exclusively(
      id,
      Effect.fnUntraced(function* (before, claim) {
        const served = yield* documents.document({ id }, base())
        const slug = served !== null && isShown(served) ? served.document.slug : null
        const old = [...slugsOf(id, before)].filter((one) => one !== slug)
        if (served === null || slug === null) {
          if (old.length > 0) yield* removeAt(old, claim)
          forget(id)
          return null
        }
        yield* removeAt(old, claim, slug)
        const logo = served.document.logo === null ? null : yield* documents.logo(id)
        const files = yield* copyOf(served, logo?.bytes ?? null)
        const hash = yield* hashOf(files)
        if (before?.hash !== hash || before.slug !== slug || !current.has(id)) {
          current.delete(id)
          written.set(id, new Set([...old, slug]))
          yield* target.write(slug, files)
          written.set(id, new Set([slug]))
          current.add(id)
        }
        return { slug, hash }
      })
    )

  const withdraw = (id: string) =>
    exports.exclusively(
      id,
      Effect.fnUntraced(function* (before, claim) {
        const served = yield* documents.document({ id }, base())
        const slug = served === null ? null : served.document.slug
        const shown = served !== null && isShown(served) ? slug : null
        const slugs = new Set([...slugsOf(id, before), ...(slug === null ? [] : [slug])])
        if (shown !== null) slugs.delete(shown)
        yield* removeAt([...slugs], claim)
        if (shown !== null && before?.slug === shown) return before
        forget(id)
        return null
      })
    )

  const withdrawAnd: CopyWriter["withdrawAnd"] = (id, remove) =>
    Effect.gen(function* () {
      let removed: { readonly result: Effect.Success<typeof remove> } | undefined
      yield* exports.exclusively(
        id,
        Effect.fnUntraced(function* (before, claim) {
          const served = yield* documents.document({ id }, base())
          const slugs = new Set([...slugsOf(id, before), ...(served === null ? [] : [served.document.slug])])
          current.delete(id)
          yield* removeAt([...slugs], claim)
          removed = { result: yield* remove }
          return null
        })
      )
      // `exclusively` succeeds only if its work has succeeded, so `removed` always has a value here.
      return removed === undefined ? yield* Effect.die(new Error("The copy was not removed.")) : removed.result
    })

  return { settle, withdraw, withdrawAnd }
}
