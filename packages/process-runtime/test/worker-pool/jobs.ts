/** `started` is a shared flag that a job sets when it runs. */
export interface Flagged {
  readonly started: SharedArrayBuffer
}

const raise = ({ started }: Flagged): void => {
  const flag = new Int32Array(started)
  Atomics.store(flag, 0, 1)
  Atomics.notify(flag, 0)
}

export const double = (value: number): number => value * 2

export const spin = (flagged: Flagged): never => {
  raise(flagged)
  for (;;) Math.random()
}

/** Matches a regular expression that backtracks practically for ever. */
export const backtrack = (flagged: Flagged): boolean => {
  raise(flagged)
  return /^(?:a|a)+$/u.test(`${"a".repeat(60)}b`)
}

export const fill = (): number => {
  const lists: Array<ReadonlyArray<string>> = []
  for (;;) lists.push(Array.from({ length: 1_000 }, (_, i) => `${lists.length} ${i}`))
}

export const fail = (message: string): never => {
  throw new RangeError(message)
}

export const environment = (): ReadonlyArray<string> => Object.keys(process.env)
