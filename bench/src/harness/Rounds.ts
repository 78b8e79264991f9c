/** One of those that are measured side by side. */
export interface Contender<S> {
  readonly name: string
  /** Does the work of one round and says what it took. */
  readonly run: () => Promise<S>
}

export interface RoundOptions {
  readonly rounds: number
  /** Rounds before the first one that counts. */
  readonly warmUp: number
  /** Told after each contender of a round that counts. */
  readonly onSample?: (name: string, round: number) => void
}

/** Every second round runs backwards, so that what grows or fades over time falls on all alike. */
export const orderOf = <A>(contenders: ReadonlyArray<A>, round: number): ReadonlyArray<A> =>
  round % 2 === 0 ? contenders : contenders.toReversed()

/** Runs all contenders once in each round, and answers the samples of each by its name, in the order of the rounds. */
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
