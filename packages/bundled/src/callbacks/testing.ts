import { interceptCallbacks } from "./guard.ts"

/** The error that a test lets a callback throw. */
export class InjectedFault extends Error {
  override readonly name = "InjectedFault"
}

/** How often each guarded callback ran. The keys are places in the sources, as "file:line:column". */
const reached = new Map<string, number>()
/** The place where the next callback throws. */
let armed: string | null = null

/** The line of a stack that names the caller of the function that made it. */
const CALLER = 3

const placeOf = (stack: string | undefined): string =>
  /((?:packages|apps)\/[^\s()?]+)[^\s()]*?(:\d+:\d+)/u
    .exec((stack ?? "").split("\n")[CALLER] ?? "")
    ?.slice(1)
    .join("") ?? ""

const throwing = (callback: (...args: Array<never>) => void) => {
  const place = placeOf(new Error().stack)
  return (...args: Array<never>) => {
    reached.set(place, (reached.get(place) ?? 0) + 1)
    if (place === armed) {
      armed = null
      throw new InjectedFault(`at ${place}`)
    }
    callback(...args)
  }
}

/** The results of some work while one of its callbacks threw, and of the same work after that. */
export interface FaultTrial<A> {
  readonly place: string
  /** Whether the callback threw. False if its place was not reached again. */
  readonly thrown: boolean
  readonly found: A
  /** The result of the same work afterwards, without a fault. */
  readonly afterwards: A
}

/**
 * Does some work once without a fault, and then twice for each guarded callback that it reached: first with an error in
 * that callback, then without. Leaves out the places in `tried`, and adds all others to it.
 */
export const tryFaults = async <A>(
  work: () => Promise<A>,
  tried: Set<string> = new Set()
): Promise<{ readonly expected: A; readonly trials: ReadonlyArray<FaultTrial<A>> }> => {
  interceptCallbacks(throwing)
  try {
    return await tryPlaces(work, tried)
  } finally {
    interceptCallbacks(null)
  }
}

const tryPlaces = async <A>(work: () => Promise<A>, tried: Set<string>) => {
  reached.clear()
  const expected = await work()
  const trials: Array<FaultTrial<A>> = []
  for (const place of [...reached.keys()].filter((one) => !tried.has(one))) {
    tried.add(place)
    armed = place
    const found = await work()
    const thrown = armed === null
    armed = null
    trials.push({ place, thrown, found, afterwards: await work() })
  }
  return { expected, trials }
}
