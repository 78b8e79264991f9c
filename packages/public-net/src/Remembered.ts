/** Addresses come in runs: one connection asks three or four times about the same. */
const MOST = 1_000

/** A pure function of a text that remembers its latest answers. */
export const remembered = <A>(answer: (text: string) => A): ((text: string) => A) => {
  const known = new Map<string, A>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    const fresh = answer(text)
    if (known.size >= MOST) known.clear()
    known.set(text, fresh)
    return fresh
  }
}
