import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scheduler from "effect/Scheduler"

/** Time that passes only in jumps, from one sleep or test event to the next. */
export interface VirtualTime {
  readonly now: () => number
  /** Runs a function at a time. A past time counts as now. */
  readonly at: (time: number, run: () => void) => void
  readonly until: (time: number) => Effect.Effect<void>
  /** Starts an effect, whose fibers run while time advances. */
  readonly start: <A, E>(effect: Effect.Effect<A, E>) => void
  /** Runs timers in order until none is left or the condition holds. */
  readonly advance: (isOver: () => boolean) => void
}

interface Timer {
  readonly time: number
  readonly order: number
  readonly run: () => void
  isCancelled: boolean
}

const isBefore = (one: Timer, other: Timer): boolean =>
  one.time < other.time || (one.time === other.time && one.order < other.order)

/** A binary heap: the first timer is at index 0. */
const makeHeap = () => {
  const timers: Array<Timer> = []
  const swap = (a: number, b: number) => {
    const [one, other] = [timers[a], timers[b]]
    if (one === undefined || other === undefined) return
    timers[a] = other
    timers[b] = one
  }
  const precedes = (a: number, b: number): boolean => {
    const [one, other] = [timers[a], timers[b]]
    return one !== undefined && other !== undefined && isBefore(one, other)
  }
  return {
    push: (timer: Timer) => {
      timers.push(timer)
      for (let index = timers.length - 1; index > 0;) {
        const parent = (index - 1) >> 1
        if (!precedes(index, parent)) break
        swap(index, parent)
        index = parent
      }
    },
    pop: (): Timer | undefined => {
      const [first] = timers
      const last = timers.pop()
      if (first === undefined || last === undefined || first === last) return first
      timers[0] = last
      for (let index = 0; ;) {
        const left = 2 * index + 1
        const child = precedes(left + 1, left) ? left + 1 : left
        if (!precedes(child, index)) break
        swap(child, index)
        index = child
      }
      return first
    }
  }
}

/** Makes a virtual time for effects that need these services. */
export const makeVirtualTime = (more: Context.Context<never>): VirtualTime => {
  const heap = makeHeap()
  let tasks: Array<() => void> = []
  let now = 0
  let order = 0

  const set = (time: number, run: () => void): Timer => {
    const timer = { time: Math.max(time, now), order: order++, run, isCancelled: false }
    heap.push(timer)
    return timer
  }

  const flush = () => {
    while (tasks.length > 0) {
      const due = tasks
      tasks = []
      for (const run of due) run()
    }
  }

  const until = (time: number): Effect.Effect<void> =>
    Effect.callback((resume) => {
      const timer = set(time, () => resume(Effect.void))
      return Effect.sync(() => {
        timer.isCancelled = true
      })
    })

  const nanos = () => BigInt(Math.round(now * 1_000)) * 1_000n
  const clock: Clock.Clock = {
    currentTimeMillisUnsafe: () => now,
    currentTimeMillis: Effect.sync(() => now),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: nanos,
    monotonicTimeNanos: Effect.sync(nanos),
    sleep: (duration) => until(now + Duration.toMillis(duration))
  }

  const scheduler = new Scheduler.MixedScheduler("async", (run) => {
    tasks.push(run)
    return () => {
      tasks = tasks.filter((task) => task !== run)
    }
  })
  const services = Context.add(more, Clock.Clock, clock)

  return {
    now: () => now,
    at: (time, run) => void set(time, run),
    until,
    start: (effect) => {
      Effect.runForkWith(services)(effect, { scheduler }).addObserver((exit) => {
        if (Exit.isFailure(exit)) throw new Error(String(exit.cause))
      })
    },
    advance: (isOver) => {
      for (flush(); !isOver(); flush()) {
        const timer = heap.pop()
        if (timer === undefined) return
        if (timer.isCancelled) continue
        now = timer.time
        timer.run()
      }
    }
  }
}
