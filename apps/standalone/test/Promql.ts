interface Selector {
  readonly name: string
  readonly labels: ReadonlyArray<string>
}

export interface Query {
  readonly selectors: ReadonlyArray<Selector>
  /** The labels in `by (...)` and `on (...)` clauses. */
  readonly grouping: ReadonlyArray<string>
}

const WORDS = new Set([
  "sum",
  "max",
  "min",
  "topk",
  "rate",
  "increase",
  "delta",
  "changes",
  "absent",
  "time",
  "histogram_quantile",
  "by",
  "on",
  "and",
  "or",
  "unless"
])

const balanced = (text: string): boolean => {
  const open: Array<string> = []
  const pairs: Readonly<Record<string, string>> = { ")": "(", "}": "{", "]": "[" }
  for (const sign of text) {
    if ("([{".includes(sign)) open.push(sign)
    else if (sign in pairs && open.pop() !== pairs[sign]) return false
  }
  return open.length === 0
}

const namesOf = (list: string) =>
  list
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "")

/** Parses the part of PromQL that our dashboard and rules use. Throws for anything else. */
export const parseQuery = (text: string): Query => {
  const bare = text.replaceAll(/"(?:[^"\\]|\\.)*"/gu, '""')
  if (bare.replaceAll('""', "").includes('"') || !balanced(bare)) throw new Error(`not balanced: ${text}`)
  const grouping = [...bare.matchAll(/\b(?:by|on)\s*\(([^)]*)\)/gu)].flatMap(([, list = ""]) => namesOf(list))
  const selectors: Array<Selector> = []
  const rest = bare
    .replaceAll(/\b(by|on)\s*\([^)]*\)/gu, "$1 ")
    .replaceAll(/\[(?:\d+[smhd]|\$__rate_interval)\]/gu, "")
    .replaceAll(/\b([a-z_]+)(?:\{([^}]*)\})?/gu, (whole, name: string, matchers: string | undefined) => {
      if (matchers === undefined && WORDS.has(name)) return ""
      if (/^\d/u.test(whole)) return whole
      const labels = namesOf(matchers ?? "").map((matcher) => {
        const [, label] = /^(\w+)(?:=~|!~|!=|=)""$/u.exec(matcher) ?? []
        if (label === undefined) throw new Error(`no matcher: ${matcher} in ${text}`)
        return label
      })
      selectors.push({ name, labels })
      return ""
    })
  if (!/^[\s\d.,()<>=+*/e-]*$/u.test(rest)) throw new Error(`unknown: ${rest} in ${text}`)
  return { selectors, grouping }
}
