import { interceptCallbacks } from "./guard.ts"

/** The error that a callback throws where a test says so. */
export class InjectedFault extends Error {
  override readonly name = "InjectedFault"
}

/** The places in the sources where callbacks are guarded, as "file:line:column", and how often they ran. */
const reached = new Map<string, number>()
/** The place where the next callback throws. */
let armed: string | null = null

/** The third line of a stack is the caller of the function that made it. */
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

/** The results of a piece of work while the callback at a place threw, and after that. */
export interface FaultTrial<A> {
  readonly place: string
  /** False: the place was not reached again, so that nothing was thrown. */
  readonly thrown: boolean
  readonly found: A
  /** The result of the same work right afterwards, without a fault. */
  readonly afterwards: A
}

/**
 * Does a piece of work once without a fault, and then twice for each guarded callback that it reached: with an error in
 * that callback, and without. Places in `tried` are left out, and all others are added to it.
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
