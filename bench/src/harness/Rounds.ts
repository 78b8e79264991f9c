/** One of the programs that are compared. */
export interface Contender<S> {
  readonly name: string
  /** Does the work of one round and returns what was measured. */
  readonly run: () => Promise<S>
}

export interface RoundOptions {
  readonly rounds: number
  /** Rounds before the first measured one. */
  readonly warmUp: number
  /** Called after each contender of a measured round. */
  readonly onSample?: (name: string, round: number) => void
}

/** Every second round runs in reverse order, so that a drift over time affects all contenders equally. */
export const orderOf = <A>(contenders: ReadonlyArray<A>, round: number): ReadonlyArray<A> =>
  round % 2 === 0 ? contenders : contenders.toReversed()

/** Runs all contenders once in each round. Returns the samples by contender, in the order of the rounds. */
export const interleave = async <S>(
  contenders: ReadonlyArray<Contender<S>>,
  { onSample, rounds, warmUp }: RoundOptions
): Promise<ReadonlyMap<string, ReadonlyArray<S>>> => {
  const samples = new Map<string, Array<S>>(contenders.map(({ name }) => [name, []]))
  for (let round = -warmUp; round < rounds; round++) {
    for (const { name, run } of orderOf(contenders, Math.abs(round))) {
      const sample = await run()
      if (round < 0) continue
      samples.get(name)?.push(sample)
      onSample?.(name, round)
    }
  }
  return samples
}
