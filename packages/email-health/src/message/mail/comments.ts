const isBlank = (character: string): boolean => /^[ \t\r\n]$/u.test(character)

/** Returns the index after a comment that begins at a position. Comments can be nested (RFC 5322 section 3.2.2). */
const endOfComment = (text: string, from: number): number => {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const character = text[at]
    if (character === "\\") at++
    else if (character === "(") depth++
    else if (character === ")") depth--
    if (depth === 0) return at + 1
  }
  return text.length
}

/** Returns the first position at or after `from` that is neither blank nor in a comment. */
export const afterComments = (text: string, from: number): number => {
  let at = from
  while (at < text.length) {
    if (text[at] === "(") at = endOfComment(text, at)
    else if (isBlank(text.charAt(at))) at++
    else break
  }
  return at
}

const endOfQuotes = (text: string, from: number): number => {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === "\\") at++
    else if (text[at] === '"') return at + 1
  }
  return text.length
}

/** Replaces each comment in a text with a space. Text between quotation marks does not change. */
export const withoutComments = (text: string): string => {
  if (!text.includes("(")) return text
  const pieces: Array<string> = []
  let start = 0
  let at = 0
  while (at < text.length) {
    if (text[at] === '"') at = endOfQuotes(text, at)
    else if (text[at] === "(") {
      pieces.push(text.slice(start, at))
      start = endOfComment(text, at)
      at = start
    } else at++
  }
  return [...pieces, text.slice(start)].join(" ")
}
