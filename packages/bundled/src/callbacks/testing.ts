import { interceptCallbacks } from "./guard.ts"

export class InjectedFault extends Error {
  override readonly name = "InjectedFault"
}

/** The number of runs of each guarded callback. The keys are positions in the source code, as "file:line:column". */
const reached = new Map<string, number>()
/** The position of the callback that throws the next time it runs. */
let armed: string | null = null

/** The index of the line of a stack trace that names the code which guarded the callback. */
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

/**
 * The result of some work while one of its callbacks threw, and the result of the same work when it was repeated
 * without the fault.
 */
export interface FaultTrial<A> {
  readonly place: string
  /** Whether the callback threw. False if the repeated work did not run this callback. */
  readonly thrown: boolean
  readonly found: A
  readonly afterwards: A
}

/**
 * Does some work once without a fault, and then twice for each guarded callback that ran: first with an error in that
 * callback, then without. Skips the callbacks whose positions are in `tried`, and adds the positions of all other
 * callbacks to `tried`.
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
