/** The characters after a backslash in `$'…'` that stand for others (bash(1), QUOTING). */
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"]
])

const UNICODE = /^u([\da-f]{1,4})/iu

/**
 * Splits a text into the words of its shell commands, without their quotes. Commands end at a line break, unless a
 * backslash is before it, and at `;`, `&` and `|`. Variables and other expansions stay as they are.
 *
 * ```ts
 * shellCommands("curl -H 'Accept: text/html' \\\n  https://example.com")
 * // => [["curl", "-H", "Accept: text/html", "https://example.com"]]
 * ```
 */
export const shellCommands = (text: string): ReadonlyArray<ReadonlyArray<string>> => {
  const commands: Array<ReadonlyArray<string>> = []
  let words: Array<string> = []
  let word: string | null = null
  let quote: "" | "'" | '"' | "$'" = ""
  const endWord = () => {
    if (word !== null) words.push(word)
    word = null
  }
  const endCommand = () => {
    endWord()
    if (words.length > 0) commands.push(words)
    words = []
  }
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at)
    const next = text.charAt(at + 1)
    if (quote === "'") {
      if (sign === "'") quote = ""
      else word = (word ?? "") + sign
    } else if (quote === "$'") {
      if (sign === "'") quote = ""
      else if (sign !== "\\") word = (word ?? "") + sign
      else {
        const code = UNICODE.exec(text.slice(at + 1, at + 6))?.[1]
        word =
          (word ?? "") + (code === undefined ? (ESCAPES.get(next) ?? next) : String.fromCharCode(Number(`0x${code}`)))
        at += code === undefined ? 1 : code.length + 1
      }
    } else if (quote === '"') {
      if (sign === '"') quote = ""
      else if (sign === "\\" && '"\\$`\n'.includes(next)) {
        if (next !== "\n") word = (word ?? "") + next
        at += 1
      } else word = (word ?? "") + sign
    } else if (sign === "\\") {
      const isBreak = next === "\n" || next === "\r"
      if (!isBreak) word = (word ?? "") + next
      at += next === "\r" && text.charAt(at + 2) === "\n" ? 2 : 1
    } else if (sign === "'" || sign === '"') {
      quote = sign
      word ??= ""
    } else if (sign === "$" && next === "'") {
      quote = "$'"
      word ??= ""
      at += 1
    } else if (";&|\n\r".includes(sign)) endCommand()
    else if (/\s/u.test(sign)) endWord()
    else word = (word ?? "") + sign
  }
  endCommand()
  return commands
}
