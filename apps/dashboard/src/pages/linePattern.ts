import type { PageChange } from "@mon/model"

type ChangeLine = PageChange["hunks"][number]["lines"][number]

/**
 * A pattern for lines that resemble a changed line. `form`: accepts other numbers, dates and ids. `words`: contains
 * only the words that did not change. `line`: matches only this text.
 */
export interface SuggestedPattern {
  readonly kind: "form" | "words" | "line"
  readonly pattern: string
}

/**
 * The length above which only the beginning of a line is used, in characters. The service accepts patterns of up to 500
 * characters.
 */
const LONGEST_LINE = 200
const LONGEST_PATTERN = 400
/** The largest number of gaps in a pattern. With more gaps, a pattern would match too many lines. */
const MOST_GAPS = 3

const escaped = (text: string): string =>
  text.replaceAll(/[$()*+./?[\\\]^{|}]/gu, String.raw`\$&`).replaceAll("\t", String.raw`\t`)

/** A piece of a pattern. A gap matches anything, a form matches values of one kind, and a text matches itself. */
interface Piece {
  readonly kind: "text" | "form" | "gap"
  readonly pattern: string
}

const GAP: Piece = { kind: "gap", pattern: ".*" }

const weekday =
  "(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch)"
const month =
  "(?:jan(?:uary?)?|feb(?:ruary?)?|mar(?:ch)?|märz|apr(?:il)?|ma[iy]|jun[ei]?|jul[iy]?|aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)"
const day = String.raw`\d{1,2}(?:st|nd|rd|th|\.)?`
const END = String.raw`(?![\p{L}\p{N}_])`

/**
 * Returns a pattern for dates that contain words, such as the name of a month. The pattern keeps the order of the given
 * date, and accepts any day, any name and any year.
 */
const dateInWords = (date: string): string =>
  date.replaceAll(/\d{3,}|\d+(?:st|nd|rd|th)|\d+|[\p{L}]+|[^\d\p{L}]/gu, (piece) => {
    if (/^\d{3}/u.test(piece)) return String.raw`\d{4}`
    if (/^\d+$/u.test(piece)) return String.raw`\d{1,2}`
    if (/^\d/u.test(piece)) return String.raw`\d{1,2}(?:st|nd|rd|th)`
    return /^\p{L}/u.test(piece) ? String.raw`[^\d\s]+` : escaped(piece)
  })

const digitRuns = (text: string): string =>
  escaped(text).replaceAll(/\d+/gu, (digits) =>
    digits.length > 2 ? String.raw`\d{${digits.length}}` : String.raw`\d{1,2}`
  )

/** The kinds of values, most specific first. A value cannot begin inside a word or number. */
const forms: ReadonlyArray<readonly [RegExp, (text: string) => string]> = [
  [
    /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![\p{L}\p{N}_])/iuy,
    () => "[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"
  ],
  [/\d{4}([./-])\d{1,2}\1\d{1,2}(?![\p{L}\p{N}_]|[./-]\d)/uy, digitRuns],
  [/\d{1,2}([./-])\d{1,2}\1\d{4}(?![\p{L}\p{N}_]|[./-]\d)/uy, digitRuns],
  [/\d\d([./])\d\d\1\d\d(?![\p{L}\p{N}_]|[./-]\d)/uy, digitRuns],
  [new RegExp(`(?:${weekday},? )?${day} ${month}(?:,? \\d{4})?${END}`, "iuy"), dateInWords],
  [new RegExp(`(?:${weekday},? )?${month} ${day}(?:,? \\d{4})?${END}`, "iuy"), dateInWords],
  [/\d{1,3}:\d\d(?::\d\d)?(?![\p{L}\p{N}_:])/uy, () => String.raw`\d{1,3}:\d{2}(?::\d{2})?`],
  // Ids with alternating letters and digits.
  [/(?=[0-9a-z]{6})(?:(?:\d+[a-z]+){2}|(?:[a-z]+\d+){2})[0-9a-z]*(?![\p{L}\p{N}_])/iuy, () => "[0-9A-Za-z]+"],
  [/\d{1,3}(?:[\s'’]\d{3})+(?:[.,]\d+)?(?![\p{L}\p{N}_])/uy, () => String.raw`\d{1,3}(?:[\s'’]\d{3})*(?:[.,]\d+)?`],
  [/\d+(?:[.,]\d+)*(?![\p{L}\p{N}_\]])/uy, () => String.raw`[\d.,]+`]
]

/**
 * Matches the placeholders that the service stores for values that change with each visit. A pattern gets a gap in
 * their place, because the rules of a page are applied to the actual values.
 */
const masked = /<(?:date-time|http-date|date|long-date|time-of-day|relative-time|uuid|hex|token|session-id)>/uy

const matchAt = (pattern: RegExp, text: string, at: number): string | null => {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? null
}

const isInWord = (text: string, at: number): boolean => /[\p{L}\p{N}_]$/u.test(text.slice(Math.max(0, at - 2), at))

const characterAt = (text: string, at: number): readonly [found: string, piece: Piece] => {
  const character = text.slice(at, at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1))
  return [character, { kind: "text", pattern: escaped(character) }]
}

const formAt = (text: string, at: number): readonly [found: string, piece: Piece] => {
  if (!isInWord(text, at)) {
    for (const [pattern, write] of forms) {
      const found = matchAt(pattern, text, at)
      if (found !== null) return [found, { kind: "form", pattern: write(found) }]
    }
  }
  const digits = matchAt(/\d+/uy, text, at)
  return digits === null ? characterAt(text, at) : [digits, { kind: "form", pattern: String.raw`\d+` }]
}

/** Splits a text into pieces. `pieceAt` decides whether values such as numbers and dates become forms. */
const piecesOf = (text: string, pieceAt: typeof formAt): ReadonlyArray<Piece> => {
  const pieces: Array<Piece> = []
  for (let at = 0; at < text.length;) {
    const mask = matchAt(masked, text, at)
    const [found, piece] = mask === null ? pieceAt(text, at) : [mask, GAP]
    pieces.push(piece)
    at += found.length
  }
  return pieces
}

/**
 * Returns whether a pattern is specific enough. A pattern with a gap needs a word of at least three letters. A pattern
 * without a gap needs a value of some kind, or any text.
 */
const saysSomething = (pieces: ReadonlyArray<Piece>): boolean => {
  const texts = pieces.map(({ kind, pattern }) => (kind === "text" ? pattern : " ")).join("")
  const hasGap = pieces.some(({ kind }) => kind === "gap")
  return hasGap ? /\p{L}{3}/u.test(texts) : pieces.some(({ kind, pattern }) => kind === "form" || pattern.trim() !== "")
}

/**
 * Returns the pattern of a whole line, or of the beginning of the line if the pattern of the whole line would be too
 * long or too vague. Null: the pattern would not be specific enough.
 */
const patternOf = (pieces: ReadonlyArray<Piece>, isWhole: boolean): string | null => {
  const used: Array<Piece> = []
  let length = 2
  let gaps = 0
  let isCut = !isWhole
  for (const piece of pieces) {
    if (piece.kind === "gap" && used.at(-1)?.kind === "gap") continue
    gaps += piece.kind === "gap" ? 1 : 0
    if (gaps > MOST_GAPS || length + piece.pattern.length > LONGEST_PATTERN) {
      isCut = true
      break
    }
    length += piece.pattern.length
    used.push(piece)
  }
  return saysSomething(used) ? `^${used.map(({ pattern }) => pattern).join("")}${isCut ? "" : "$"}` : null
}

/**
 * Returns whether a pattern matches a text. The patterns of this file have few gaps, so they can be searched quickly.
 * Other patterns must not be used here.
 */
const isMatch = (pattern: string, text: string): boolean => new RegExp(pattern, "").test(text)

/** Returns a pattern of the unchanged words. The pattern matches both versions of a line. */
const wordsPattern = (line: ChangeLine, other: ChangeLine, isWhole: boolean): string | null => {
  for (const { spans } of [line, other]) {
    const pieces = (spans ?? []).flatMap(({ op, text }) => (op === "equal" ? piecesOf(text, formAt) : [GAP]))
    for (const gapped of [pieces, [...pieces, GAP]]) {
      const pattern = patternOf(gapped, isWhole)
      if (pattern !== null && isMatch(pattern, line.text) && isMatch(pattern, other.text)) return pattern
    }
  }
  return null
}

/**
 * Returns patterns for lines that resemble a changed line, best first. `other` is the line that `line` replaced, or
 * that replaced `line`. All patterns match `line`, and no pattern matches every line. Empty: there is no specific
 * pattern for `line`.
 */
export const suggestPatterns = (line: ChangeLine, other: ChangeLine | null): ReadonlyArray<SuggestedPattern> => {
  if (line.text.trim() === "") return []
  const isWhole = line.text.length <= LONGEST_LINE
  const text = line.text.slice(0, LONGEST_LINE)
  const form = patternOf(piecesOf(text, formAt), isWhole)
  const isFormEnough = other === null || (form !== null && isMatch(form, other.text))
  const found = [
    { kind: "words", pattern: isFormEnough ? null : wordsPattern(line, other, isWhole) },
    { kind: "form", pattern: form },
    { kind: "line", pattern: patternOf(piecesOf(text, characterAt), isWhole) }
  ] as const
  return found.flatMap(({ kind, pattern }, index) =>
    pattern === null ||
    !isMatch(pattern, line.text) ||
    found.slice(index + 1).some((later) => later.pattern === pattern)
      ? []
      : [{ kind, pattern }]
  )
}
