/** A repeatable random number generator (mulberry32). */
export interface Random {
  readonly int: (below: number) => number
  readonly pick: <A>(items: ReadonlyArray<A>) => A
}

export const makeRandom = (seed: number): Random => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (below: number): number => Math.floor(next() * below)
  return { int, pick: (items) => items[int(items.length)]! }
}
