import { messages, TooManyRequests } from "@mon/api-contract"
import { type AccessScope, EventStreams, type Signal, Signals, type StoreError } from "@mon/core-store"
import { type Cause, Context, Effect, Latch, Layer, Metric, Queue, Scope, Stream } from "effect"
import { randomUUID } from "node:crypto"
import type { Caller } from "../../auth/Caller.ts"
import { eventOf, maySee, type SignalFacts } from "./eventsOf.ts"
import type { LiveEvent } from "@mon/model"

/** The time that a browser waits before it reconnects, in milliseconds. */
const RETRY_MS = 3_000

/** A comment that shows proxies and clients that the connection is alive. */
const heartbeat = ":\n\n"

/**
 * Formats an event for the stream. The data of the event fits on one line, because the JSON contains no line breaks.
 */
const eventText = ({ data, name }: LiveEvent): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

/** The beginning of a stream. `ready` asks the client to reload its data, which may be outdated. */
const opening = `retry: ${RETRY_MS}\n${eventText({ name: "ready", data: {} })}`

const resync = eventText({ name: "resync", data: {} })
const ending = eventText({ name: "end", data: {} })

/**
 * The largest number of events that wait for a slow client. Further events are dropped, and the client must reload its
 * data.
 */
const WAITING_EVENTS = 256
const HEARTBEAT = "20 seconds"
/** The longest time that a stream waits for the database connection that receives signals. */
const LISTENS_WITHIN = "2 seconds"
/** The time for which signals are collected, so that one query can read the data of all of them. */
const GATHER = "100 millis"
/** The largest number of signals in one batch. If there are more signals, clients must reload their data. */
const SIGNALS_AT_ONCE = 2_000

interface OpenStream {
  readonly id: string
  viewer: AccessScope
  /** The SHA-256 of the session token or API key, in hex. */
  readonly credential: string
  readonly queue: Queue.Queue<string, Cause.Done>
  /** Whether events for this client were dropped. */
  lost: boolean
}

const openStreams = Metric.gauge("mon_event_streams", { description: "Open event streams of this process" })

/** Sends the store's signals to the clients of this process as events. Each client only gets events that it may see. */
export class EventHub extends Context.Service<
  EventHub,
  {
    /** Opens a stream of server-sent events. Its first event asks the client to reload its data. */
    readonly open: (caller: Caller) => Effect.Effect<Stream.Stream<string>, StoreError | TooManyRequests>
  }
>()("@mon/api/EventHub") {
  static readonly layer: Layer.Layer<EventHub, never, EventStreams | Signals> = Layer.effect(
    EventHub,
    Effect.suspend(() => makeHub)
  )
}

const nobody: ReadonlySet<OpenStream> = new Set()

const makeRegistry = () => {
  const streams = new Set<OpenStream>()
  const byAccount = new Map<string, Set<OpenStream>>()
  const count = () => Metric.update(openStreams, streams.size)
  const add = (stream: OpenStream) =>
    Effect.suspend(() => {
      const { accountKey } = stream.viewer
      streams.add(stream)
      byAccount.set(accountKey, (byAccount.get(accountKey) ?? new Set()).add(stream))
      return count()
    })
  const remove = (stream: OpenStream) =>
    Effect.suspend(() => {
      const { accountKey } = stream.viewer
      streams.delete(stream)
      const others = byAccount.get(accountKey)
      others?.delete(stream)
      if (others?.size === 0) byAccount.delete(accountKey)
      return count()
    })
  return { streams, add, remove, ofAccount: (key: string): ReadonlySet<OpenStream> => byAccount.get(key) ?? nobody }
}

const send = (stream: OpenStream, text: string): void => {
  if (!stream.lost) stream.lost = !Queue.offerUnsafe(stream.queue, text)
}

/** Asks a client that has lost events to reload its data, as soon as its queue has room. */
const recover = (stream: OpenStream): void => {
  if (stream.lost) stream.lost = !Queue.offerUnsafe(stream.queue, resync)
}

const end = (stream: OpenStream): void => {
  Queue.offerUnsafe(stream.queue, ending)
  Queue.endUnsafe(stream.queue)
}

const makeHub = Effect.gen(function* () {
  const store = yield* EventStreams
  const signals = yield* Signals
  const { add, ofAccount, remove, streams } = makeRegistry()
  /** The signals that have not been sent yet. Signals with equal content are stored once. */
  let pending = new Map<string, Signal>()
  const wake = yield* Queue.sliding<true>(1)
  // Setting the gauge creates the metric before the first stream opens.
  yield* Metric.update(openStreams, 0)

  const lose = (which: Iterable<OpenStream>): void => {
    for (const stream of which) {
      stream.lost = true
      recover(stream)
    }
  }

  const onSignal = (signal: Signal): void => {
    const { accountKey, id, kind, userKey } = signal
    if (streams.size === 0) return
    if (accountKey !== null && ofAccount(accountKey).size === 0) return
    pending.set(`${kind} ${id} ${userKey}`, signal)
    Queue.offerUnsafe(wake, true)
  }

  /**
   * Ends streams whose session or API key is no longer valid. For all other streams, updates the access rights of their
   * people.
   */
  const revalidate = Effect.fnUntraced(function* (which: ReadonlyArray<OpenStream>) {
    const valid = yield* store.valid([...new Set(which.map(({ credential }) => credential))])
    for (const stream of which) {
      const role = valid.get(stream.credential)
      if (role === undefined) end(stream)
      else stream.viewer = { ...stream.viewer, role }
    }
  })

  const readAbout = Effect.fnUntraced(function* (about: ReadonlyArray<Signal>) {
    const keys = [...new Set(about.flatMap(({ monitorKey }) => monitorKey ?? []))]
    const accounts = new Set(about.flatMap(({ accountKey }) => accountKey ?? []))
    const members = [...accounts]
      .flatMap((key) => [...ofAccount(key)])
      .filter(({ viewer }) => viewer.role !== "owner")
      .map(({ viewer }) => viewer.membershipKey)
    return {
      monitors: yield* store.monitors(keys),
      shared: yield* store.shared([...new Set(members)], keys)
    } satisfies SignalFacts
  })

  const dispatch = (signal: Signal, facts: SignalFacts): void => {
    const event = eventOf(signal, facts)
    if (event === null || signal.accountKey === null) return
    const text = eventText(event)
    for (const stream of ofAccount(signal.accountKey)) if (maySee(signal, stream.viewer, facts)) send(stream, text)
  }

  /** Sends a batch of signals to the clients. If their data cannot be read, clients must reload everything. */
  const passOn = Effect.fnUntraced(function* (taken: ReadonlyArray<Signal>) {
    const people = new Set(taken.filter(({ kind }) => kind === "access").map(({ userKey }) => userKey))
    const affected = [...streams].filter(({ viewer }) => people.has(viewer.userKey))
    yield* revalidate(affected)
    lose(affected)
    if (taken.length > SIGNALS_AT_ONCE) return lose(streams)
    const changes = taken.filter(({ kind }) => kind !== "access")
    if (changes.length === 0) return
    const facts = yield* readAbout(changes)
    for (const signal of changes) dispatch(signal, facts)
  })

  const pump = Effect.gen(function* () {
    yield* Queue.take(wake)
    yield* Effect.sleep(GATHER)
    const taken = [...pending.values()]
    pending = new Map()
    yield* passOn(taken).pipe(Effect.catch(() => Effect.sync(() => lose(streams))))
  })

  const beat = Effect.gen(function* () {
    yield* Effect.sleep(HEARTBEAT)
    const open = [...streams]
    for (const stream of open) {
      recover(stream)
      send(stream, heartbeat)
    }
    // Ignores errors, so that streams stay open while the database is unavailable.
    yield* Effect.ignore(Effect.andThen(revalidate(open), store.renew(open.map(({ id }) => id))))
  })

  yield* Effect.forkScoped(Effect.forever(pump))
  yield* Effect.forkScoped(Effect.forever(beat))
  const heard = yield* Latch.make(false)
  const onGap = () => {
    heard.openUnsafe()
    lose(streams)
  }
  // The first stream opens the database connection for the signals of this process.
  const listening = yield* Effect.cached(Scope.provide(signals.listen({ onSignal, onGap }), yield* Effect.scope))
  const ready = Effect.andThen(listening, Effect.timeoutOption(heard.await, LISTENS_WITHIN))

  const begin = (viewer: AccessScope, credential: string, id: string) =>
    Effect.acquireRelease(
      Effect.gen(function* () {
        const queue = yield* Queue.dropping<string, Cause.Done>(WAITING_EVENTS)
        const stream: OpenStream = { id, viewer, credential, queue, lost: false }
        send(stream, opening)
        yield* add(stream)
        // The credential may have become invalid before the process listened for signals.
        yield* Effect.ignore(revalidate([stream]))
        return stream
      }),
      (stream) => Effect.andThen(remove(stream), Effect.ignore(store.close(id)))
    )

  return EventHub.of({
    open: Effect.fnUntraced(function* ({ credentialHash, limits, viewer }) {
      const id = randomUUID()
      if (!(yield* store.open(viewer, id, limits.eventStreams)))
        return yield* new TooManyRequests({ message: messages.eventStreams(limits.eventStreams) })
      yield* Effect.onInterrupt(ready, () => Effect.ignore(store.close(id)))
      const credential = Buffer.from(credentialHash).toString("hex")
      return Stream.unwrap(Effect.map(begin(viewer, credential, id), ({ queue }) => Stream.fromQueue(queue)))
    })
  })
})
