/** A parser of bytes from strangers, with inputs of the largest allowed size that are made to be expensive. */
export interface InputCase {
  readonly name: string
  /** What limits the input, as shown in the table. */
  readonly limit: string
  /** Where the work runs. */
  readonly place: "event loop" | "thread"
  /** By shape. */
  readonly shapes: Readonly<Record<string, () => unknown>>
}

export const KIB = 1024
export const MIB = 1024 * KIB

/** A piece again and again, up to a length. */
export const fill = (piece: string, length: number): string =>
  piece.repeat(Math.max(0, Math.floor(length / piece.length)))

/** Numbered pieces, up to a length. */
export const numbered = (piece: (n: number) => string, length: number): string => {
  const pieces: Array<string> = []
  let size = 0
  for (let n = 0; size < length; n++) {
    const next = piece(n)
    size += next.length
    if (size <= length) pieces.push(next)
  }
  return pieces.join("")
}

/** Each shape as a call of a parser. */
export const each = <Input>(
  parse: (input: Input) => unknown,
  inputs: Readonly<Record<string, Input>>
): InputCase["shapes"] =>
  Object.fromEntries(Object.entries(inputs).map(([shape, input]) => [shape, () => parse(input)]))
