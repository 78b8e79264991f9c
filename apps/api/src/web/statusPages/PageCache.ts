import type {
  KnownStatusPage,
  ServedStatusPage,
  StatusPageChange,
  StatusPageDocuments,
  StoreError
} from "@mon/core-store"
import { logoPath, type PageFile, pageFiles, type PageOptions, styleSheet } from "@mon/status-page"
import { Clock, Deferred, Effect, Exit, Fiber, Schedule, type Scope, Semaphore, Stream } from "effect"
import { hash } from "node:crypto"
import { makeServedFile, type ServedFile } from "./ServedFile.ts"

/**
 * The limit for the files of one page in memory, in bytes, without compressed copies. Beyond the limit, the oldest
 * files are removed, and are rendered again at the next request.
 */
const MOST_BYTES = 8_388_608

interface LogoBytes {
  readonly bytes: Uint8Array
  readonly contentType: string
}

/** A page in memory. Its files are rendered at the first request. */
export interface CachedPage {
  readonly served: ServedStatusPage
  /** The time at which the page was read from the database, in milliseconds. */
  readonly readAt: number
  readonly logo: LogoBytes | null
  /** The hash of the only style sheet that the HTML of the page may contain (Content Security Policy). */
  readonly styleHash: string
  readonly file: (path: string) => ServedFile | null
  /** Returns the paths that readers have requested. */
  readonly asked: () => Iterable<string>
}

export const makeCachedPage = (
  served: ServedStatusPage,
  logo: LogoBytes | null,
  readAt: number,
  options: PageOptions
): CachedPage => {
  const { document } = served
  const writers: ReadonlyMap<string, () => PageFile> = pageFiles(document, options)
  const files = new Map<string, ServedFile>()
  let bytes = 0
  const keep = (path: string, made: ServedFile): void => {
    files.set(path, made)
    bytes += made.plain.length
    for (const [oldest, { plain }] of files) {
      if (bytes <= MOST_BYTES) break
      files.delete(oldest)
      bytes -= plain.length
    }
  }
  const file = (path: string): ServedFile | null => {
    const known = files.get(path)
    if (known !== undefined) return known
    const write = writers.get(path)
    if (write === undefined) return null
    const made = makeServedFile(write())
    keep(path, made)
    return made
  }
  return {
    served,
    readAt,
    logo,
    styleHash: `sha256-${hash("sha256", styleSheet(document), "base64")}`,
    file,
    asked: () => files.keys()
  }
}

export const isLogoPath = ({ served }: CachedPage, path: string): boolean =>
  served.document.logo !== null && path === logoPath(served.document.logo)

/** The time limit for the query of a page's version. After this time, the database counts as unavailable. */
const ANSWER_WITHIN = "1 second"
/** The interval between two queries while the database is unavailable, in milliseconds. */
const ASK_AGAIN_MS = 2_000

/** The version of a page. Null: the page does not exist. `away`: the database does not respond. */
type PageVersion = number | "away" | null

interface Question {
  readonly answer: Deferred.Deferred<PageVersion>
  /**
   * The waiting requests that arrived after the query was sent. The result of the query may be older than these
   * requests, so they get the result of the next query.
   */
  next: Deferred.Deferred<PageVersion> | null
}

/**
 * Queries the versions of pages. For each page, there is at most one query at a time, however many requests wait. A
 * request only gets the result of a query that was sent after it.
 */
export const makePageVersions = Effect.fnUntraced(function* (
  ask: (id: string) => Effect.Effect<number | null, StoreError>
): Effect.fn.Return<(id: string) => Effect.Effect<PageVersion>, never, Scope.Scope> {
  const scope = yield* Effect.scope
  const clock = yield* Clock.Clock
  const questions = new Map<string, Question>()
  let awayUntil = 0

  // The query runs in a fiber of its own, because interrupting a statement that gets no answer takes longer than the
  // time limit.
  const askInTime = Effect.fnUntraced(function* (id: string) {
    const query = yield* Effect.forkIn(ask(id), scope, { startImmediately: true })
    return yield* Fiber.join(query).pipe(
      Effect.timeout(ANSWER_WITHIN),
      Effect.tapError(() => Effect.sync(() => query.interruptUnsafe()))
    )
  })

  const askNow = (id: string): Effect.Effect<PageVersion> =>
    Effect.suspend(() => {
      if (clock.currentTimeMillisUnsafe() < awayUntil) return Effect.succeed("away" as const)
      return askInTime(id).pipe(
        Effect.catch(() =>
          Effect.sync(() => {
            awayUntil = clock.currentTimeMillisUnsafe() + ASK_AGAIN_MS
            return "away" as const
          })
        )
      )
    })

  const send = (id: string, answer: Question["answer"]): Effect.Effect<void> => {
    const question: Question = { answer, next: null }
    questions.set(id, question)
    const answered = Effect.flatMap(Effect.exit(askNow(id)), (exit) =>
      Effect.suspend(() => {
        questions.delete(id)
        const again = question.next === null ? Effect.void : send(id, question.next)
        return Effect.andThen(Deferred.done(answer, exit), again)
      })
    )
    return Effect.asVoid(Effect.forkIn(answered, scope))
  }

  return (id) =>
    Effect.suspend(() => {
      const sent = questions.get(id)
      if (sent !== undefined) return Deferred.await((sent.next ??= Deferred.makeUnsafe<PageVersion>()))
      const answer = Deferred.makeUnsafe<PageVersion>()
      return Effect.andThen(send(id, answer), Deferred.await(answer))
    })
})

/** The largest number of pages in memory. If there are more, the page that was read longest ago is removed. */
const CAPACITY = 500
/**
 * The number of pages that a process reads at its start, so that it can serve them if the database becomes unavailable.
 */
const READ_AT_START = 200
/** The largest age of the percentages on a requested page, in milliseconds. Signals update the states on the page. */
const REFRESH_MS = 60_000
/** The interval between two attempts while the database is unavailable. */
const RETRY = "2 seconds"
/**
 * The largest number of searches per second for pages that are not in the list. Such pages may have just been created.
 */
const SEARCHES_PER_SECOND = 20

export type PageSource = Pick<StatusPageDocuments["Service"], "changes" | "document" | "logo" | "pages" | "version">

interface OwnHost {
  readonly hostname: string
  readonly id: string
  readonly slug: string
  /** Whether the plan allows the host name and the page. */
  readonly isActive: boolean
}

export interface PageCache {
  /**
   * Returns the page if it is in memory. The page may be outdated, so it must not be used to decide who may read it.
   */
  readonly peek: (slug: string) => CachedPage | null
  /**
   * Returns the page from memory if it has the same version as in the database, otherwise from the database. While the
   * database is unavailable, returns the page from memory. Null: the page does not exist. `busy`: the process has not
   * read the list of pages yet, and there are already too many searches.
   */
  readonly find: (slug: string) => Effect.Effect<CachedPage | "busy" | null, StoreError>
  /**
   * Returns a custom host name and its page, or null if no page has this host name. `unread`: the process has not read
   * the list of pages yet.
   */
  readonly hostOf: (hostname: string) => OwnHost | "unread" | null
}

const ownHost = ({
  host,
  id,
  slug,
  stoppedBy
}: Pick<KnownStatusPage, "host" | "id" | "slug" | "stoppedBy">): ReadonlyArray<OwnHost> =>
  host === null ? [] : [{ hostname: host.hostname, isActive: host.isActive && stoppedBy === null, id, slug }]

interface CacheSettings {
  readonly source: PageSource
  /** Returns the URL of the service without a trailing slash. */
  readonly base: () => string
  /** Returns the query string of a private page's feed URLs. */
  readonly feedQueryOf: (page: ServedStatusPage) => string
}

type WhichPage = { readonly slug: string } | { readonly id: string }
type Loaded = Exit.Exit<CachedPage | null, StoreError>

/**
 * Keeps pages in memory and updates them after changes, until the scope closes. If a changed page cannot be read, its
 * earlier version stays in memory.
 */
export const makePageCache = Effect.fnUntraced(function* ({
  base,
  feedQueryOf,
  source
}: CacheSettings): Effect.fn.Return<PageCache, never, Scope.Scope> {
  const scope = yield* Effect.scope
  const clock = yield* Clock.Clock
  const byId = new Map<string, CachedPage>()
  const slugs = new Map<string, string>()
  const stale = new Set<string>()
  const loading = new Map<string, Deferred.Deferred<CachedPage | null, StoreError>>()
  const repeated = new Set<string>()
  /** The slugs of all pages. Null: the list has not been read yet. It is read again when a page is added. */
  let listed: Set<string> | null = null
  let searches = { second: 0, count: 0 }
  let hosts = new Map<string, OwnHost>()

  const forgetHost = (id: string): void => {
    for (const [hostname, host] of hosts) if (host.id === id) hosts.delete(hostname)
  }

  const keepHost = ({ document: { id, slug }, host, stoppedBy }: ServedStatusPage): void => {
    forgetHost(id)
    for (const own of ownHost({ host, id, slug, stoppedBy })) hosts.set(own.hostname, own)
  }

  const forget = (id: string): void => {
    const known = byId.get(id)
    byId.delete(id)
    if (known !== undefined && slugs.get(known.served.document.slug) === id) slugs.delete(known.served.document.slug)
  }

  const keep = (page: CachedPage): CachedPage | undefined => {
    const { id, slug } = page.served.document
    const before = byId.get(id)
    forget(id)
    byId.set(id, page)
    slugs.set(slug, id)
    listed?.add(slug)
    for (const oldest of byId.keys()) {
      if (byId.size <= CAPACITY) break
      forget(oldest)
    }
    return before
  }

  /**
   * The lock for rendering. Pages are rendered one at a time. Otherwise, many fibers could each render a file in the
   * same turn of the event loop.
   */
  const writing = yield* Semaphore.make(1)

  /**
   * Renders again all files that readers have requested, so that no reader has to wait for them. Renders one file in
   * each turn of the event loop, and stops if the page has changed again.
   */
  const writeAgain = Effect.fnUntraced(function* (page: CachedPage, paths: ReadonlyArray<string>) {
    for (const path of paths) {
      yield* Effect.yieldNow
      if (byId.get(page.served.document.id) !== page) return
      page.file(path)
    }
  })

  const read = Effect.fnUntraced(function* (which: WhichPage) {
    const served = yield* source.document(which, base())
    if (served === null) {
      if ("id" in which) {
        forget(which.id)
        forgetHost(which.id)
      }
      return null
    }
    keepHost(served)
    const { id, logo } = served.document
    const known = byId.get(id)
    const hasLogo = logo !== null && known?.served.document.logo?.hash === logo.hash
    const bytes = logo === null ? null : hasLogo ? known.logo : yield* source.logo(id)
    const page = makeCachedPage(served, bytes, clock.currentTimeMillisUnsafe(), {
      feedQuery: feedQueryOf(served),
      subscribeUrl: "subscribe"
    })
    const before = keep(page)
    stale.delete(id)
    if (before !== undefined) yield* Effect.forkIn(writing.withPermit(writeAgain(page, [...before.asked()])), scope)
    return page
  })

  /** Reads a page once for all waiting requests. Reads it again if it changes in the meantime. */
  const load = (key: string, which: WhichPage): Effect.Effect<CachedPage | null, StoreError> =>
    Effect.suspend(() => {
      const known = loading.get(key)
      if (known !== undefined) return Deferred.await(known)
      const waiting = Deferred.makeUnsafe<CachedPage | null, StoreError>()
      loading.set(key, waiting)
      const done = (exit: Loaded) =>
        Effect.suspend(() => {
          loading.delete(key)
          if ("id" in which && !Exit.isSuccess(exit)) stale.add(which.id)
          const again = repeated.delete(key) ? Effect.forkIn(Effect.exit(load(key, which)), scope) : Effect.void
          return Effect.andThen(again, Deferred.done(waiting, exit))
        })
      return Effect.andThen(
        Effect.forkIn(Effect.flatMap(Effect.exit(read(which)), done), scope),
        Deferred.await(waiting)
      )
    })

  const reload = (id: string) => {
    if (loading.has(id)) repeated.add(id)
    return Effect.ignore(load(id, { id }))
  }

  const services = yield* Effect.context<never>()
  const inBackground = (work: Effect.Effect<unknown>): void => {
    Effect.runForkWith(services)(Effect.forkIn(work, scope))
  }

  const readList = Effect.map(source.pages(), (pages) => {
    listed = new Set(pages.map(({ slug }) => slug))
    hosts = new Map(pages.flatMap(ownHost).map((own) => [own.hostname, own]))
    return pages
  })

  const onChange = Effect.fnUntraced(function* (change: StatusPageChange) {
    const isAll = change._tag === "All"
    if (isAll || change.ids.some((id) => !byId.has(id))) yield* Effect.ignore(readList)
    const ids = isAll ? [...byId.keys()] : change.ids.filter((id) => byId.has(id))
    yield* Effect.forEach(ids, reload, { concurrency: 2, discard: true })
  })

  const retry = Effect.forever(
    Effect.andThen(
      Effect.sleep(RETRY),
      Effect.suspend(() => {
        const [first, ...others] = stale
        if (first === undefined) return Effect.void
        // The result for the first page shows whether the database is available again.
        return Effect.flatMap(reload(first), () => (stale.has(first) ? Effect.void : Effect.forEach(others, reload)))
      })
    )
  )

  const readAtStart = readList.pipe(
    Effect.flatMap((pages) =>
      Effect.forEach(
        pages.filter(({ stoppedBy }) => stoppedBy === null).slice(0, READ_AT_START),
        ({ id }) => reload(id),
        { discard: true }
      )
    ),
    Effect.retry({ schedule: Schedule.spaced(RETRY) })
  )

  yield* Effect.forkScoped(Stream.runForEach(source.changes, onChange))
  yield* Effect.forkScoped(retry)
  yield* Effect.forkScoped(Effect.ignore(readAtStart))

  const peek = (slug: string): CachedPage | null => {
    const id = slugs.get(slug)
    const page = id === undefined ? undefined : byId.get(id)
    if (id === undefined || page === undefined) return null
    if (clock.currentTimeMillisUnsafe() - page.readAt > REFRESH_MS && !loading.has(id) && !stale.has(id))
      inBackground(reload(id))
    return page
  }

  const maySearch = (): boolean => {
    const second = Math.floor(clock.currentTimeMillisUnsafe() / 1_000)
    searches = second === searches.second ? { second, count: searches.count + 1 } : { second, count: 1 }
    return searches.count <= SEARCHES_PER_SECOND
  }

  const versions = yield* makePageVersions(source.version)

  /** Returns the current version of a page. After a change was confirmed, nobody may read an earlier version. */
  const current = Effect.fnUntraced(function* (known: CachedPage) {
    const { id } = known.served.document
    const version = yield* versions(id)
    if (version === "away") return known
    if (version === null) {
      forget(id)
      forgetHost(id)
      return null
    }
    let page: CachedPage | null = byId.get(id) ?? known
    // The first read may be shared with other requests and may have begun before the change.
    for (let reads = 0; reads < 2 && page !== null && page.served.version < version; reads++)
      page = yield* load(id, { id })
    return page
  })

  const search = (slug: string) =>
    Effect.suspend((): Effect.Effect<CachedPage | "busy" | null, StoreError> => {
      if (listed?.has(slug) === true || maySearch()) return load(`slug ${slug}`, { slug })
      return Effect.succeed(listed === null ? "busy" : null)
    })

  const find = (slug: string) =>
    Effect.suspend((): Effect.Effect<CachedPage | "busy" | null, StoreError> => {
      const page = peek(slug)
      if (page === null) return search(slug)
      return Effect.flatMap(current(page), (now) =>
        now !== null && now.served.document.slug === slug ? Effect.succeed(now) : search(slug)
      )
    })

  const hostOf = (hostname: string) => hosts.get(hostname) ?? (listed === null ? "unread" : null)

  return { peek, find, hostOf }
})
