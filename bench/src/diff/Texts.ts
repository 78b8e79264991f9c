/** The same sequence of numbers in every run (a linear congruential generator, Numerical Recipes). */
export const seeded = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 0x1_0000_0000
}

const WORDS =
  "price plan team mail check domain alert record policy report weekly value header server client answer check page shop order".split(
    " "
  )

/** A text of about so many bytes in lines as pages have them, some of them often. */
export const textOf = (bytes: number, seed: number): Array<string> => {
  const random = seeded(seed)
  const lines: Array<string> = []
  for (let size = 0; size < bytes;) {
    const repeated = random() < 0.15
    const words = Array.from(
      { length: 3 + Math.floor(random() * 8) },
      () => WORDS[Math.floor(random() * WORDS.length)] ?? ""
    )
    const line = repeated ? `- ${words[0]}` : `${words.join(" ")} ${Math.floor(random() * 1e6)}`
    lines.push(line)
    size += line.length + 1
  }
  return lines
}

/** The same text after so many edits: lines replaced, put in and taken out. */
export const edited = (lines: ReadonlyArray<string>, edits: number, seed: number): Array<string> => {
  const random = seeded(seed)
  const out = [...lines]
  for (let n = 0; n < edits; n++) {
    const at = Math.floor(random() * out.length)
    const kind = random()
    if (kind < 0.4) out[at] = `changed ${Math.floor(random() * 1e9)}`
    else if (kind < 0.7) out.splice(at, 0, `new ${Math.floor(random() * 1e9)}`)
    else out.splice(at, 1)
  }
  return out
}

/** Lines as declarations have them, three of five repeated all over, before and after a block of them moved. */
export const movedBlock = (count: number, moved: number): readonly [Array<string>, Array<string>] => {
  const before = Array.from(
    { length: count },
    (_, n) =>
      [`interface Part${n} {`, `  readonly value${n}: string`, "  readonly length: number", "}", ""][n % 5] ?? ""
  )
  const from = Math.floor(count / 4)
  const rest = before.toSpliced(from, moved)
  return [before, rest.toSpliced(Math.floor(count / 2), 0, ...before.slice(from, from + moved))]
}

/** Lines of eight kinds in random order: what makes most algorithms quadratic. */
export const fewKinds = (count: number, seed: number): Array<string> => {
  const random = seeded(seed)
  return Array.from({ length: count }, () => `kind ${Math.floor(random() * 8)}`)
}

/** A page of about so many bytes. */
export const pageOf = (bytes: number): string => {
  const rows = textOf(bytes * 0.45, 5).map((line, n) =>
    n % 7 === 0
      ? `<h3 class="title is-${n}" data-id="${n}">${line}</h3>`
      : `<tr class="row"><td><a href="/item/${n}?utm=${n}" title="${line.slice(0, 20)}">${line}</a></td><td>&euro; ${n}.90</td></tr>`
  )
  return `<!doctype html><html><head><title>List</title><script>var a = "<b>";</script></head><body><table>${rows.join("\n")}</table></body></html>`
}
