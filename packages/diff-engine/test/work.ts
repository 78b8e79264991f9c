type Anything = (this: unknown, ...values: Array<unknown>) => unknown

const lengthOf = (value: unknown): number => (typeof value === "string" || Array.isArray(value) ? value.length : 1)

const found = (text: string, result: unknown, from: unknown): number => {
  const start = typeof from === "number" ? from : 0
  return typeof result === "number" && result >= 0 ? result - start + 1 : text.length - start
}

/** The cost of a string method, in characters read or copied. */
const costs: Readonly<Record<string, (text: string, result: unknown, values: ReadonlyArray<unknown>) => number>> = {
  charCodeAt: () => 1,
  charAt: () => 1,
  startsWith: (_text, _result, [part]) => lengthOf(part),
  indexOf: (text, result, [, from]) => found(text, result, from),
  includes: (text) => text.length,
  slice: (_text, result) => lengthOf(result),
  toLowerCase: (text) => text.length,
  endsWith: (text) => text.length,
  trim: (text) => text.length,
  trimEnd: (text) => text.length,
  trimStart: (text) => text.length,
  split: (text) => text.length,
  normalize: (text) => text.length
}

const wrapExec = (
  undo: Array<() => void>,
  record: (from: number, text: string, match: RegExpExecArray | null) => void
): void => {
  const owner: object = RegExp.prototype
  const descriptor = Object.getOwnPropertyDescriptor(owner, "exec") ?? {}
  const exec = descriptor.value as typeof RegExp.prototype.exec
  undo.push(() => Object.defineProperty(owner, "exec", descriptor))
  Object.defineProperty(owner, "exec", {
    ...descriptor,
    value: function (this: RegExp, text: string) {
      const from = this.global || this.sticky ? this.lastIndex : 0
      const match = exec.call(this, text)
      record(from, text, match)
      return match
    }
  })
}

/**
 * Counts the characters that strings and regular expressions read during `work`. The number is the same in every run
 * and on every machine.
 */
export const countWork = <A>(work: () => A): { readonly result: A; readonly characters: number } => {
  let characters = 0
  const undo: Array<() => void> = []
  const wrap = (
    owner: object,
    name: string,
    cost: (self: unknown, result: unknown, values: ReadonlyArray<unknown>) => number
  ): void => {
    const descriptor = Object.getOwnPropertyDescriptor(owner, name)
    const original = descriptor?.value as Anything
    Object.defineProperty(owner, name, {
      ...descriptor,
      value: function (this: unknown, ...values: Array<unknown>) {
        const result = original.apply(this, values)
        characters += cost(this, result, values)
        return result
      }
    })
    undo.push(() => Object.defineProperty(owner, name, descriptor ?? {}))
  }
  for (const [name, cost] of Object.entries(costs))
    wrap(String.prototype, name, (self, result, values) => cost(String(self), result, values))
  wrapExec(undo, (from, text, match) => {
    characters += match === null ? text.length - from : match.index + match[0].length - from + 1
  })
  try {
    return { result: work(), characters }
  } finally {
    for (const step of undo.toReversed()) step()
  }
}
