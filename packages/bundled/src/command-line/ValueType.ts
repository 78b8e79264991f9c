export interface ValueType<A> {
  /** The text in angle brackets in the help text. */
  readonly placeholder: string
  /** The words that follow "--option must be" in an error message. */
  readonly takes: string
  readonly read: (text: string) => A | undefined
  /** The completions that a shell offers: the given texts, or names of files. Default: none. */
  readonly completion?: ReadonlyArray<string> | "file"
}

export const text = (placeholder: string, takes: string): ValueType<string> => ({
  placeholder,
  takes,
  read: (given) => (given === "" ? undefined : given)
})

export const wholeNumber = (placeholder: string, from: number, to: number): ValueType<number> => ({
  placeholder,
  takes: `a whole number from ${from} to ${to}`,
  read: (given) => {
    const number = /^\d+$/u.test(given) ? Number(given) : Number.NaN
    return number >= from && number <= to ? number : undefined
  }
})

export const positiveNumber = (placeholder: string, unit: string, most: number): ValueType<number> => ({
  placeholder,
  takes: `a number of ${unit} above 0, at most ${most}`,
  read: (given) => {
    const number = given.trim() === "" ? Number.NaN : Number(given)
    return number > 0 && number <= most ? number : undefined
  }
})

export const choice = <const A extends string>(placeholder: string, choices: ReadonlyArray<A>): ValueType<A> => ({
  placeholder,
  takes: `one of ${choices.join(", ")}`,
  read: (given) => choices.find((each) => each === given),
  completion: choices
})

export const filePath = (placeholder = "file"): ValueType<string> => ({
  ...text(placeholder, "the path of a file"),
  completion: "file"
})
