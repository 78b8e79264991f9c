/** A part of a line that is in both versions, or only in the new or the old one. */
export interface Span {
  readonly op: "equal" | "insert" | "delete"
  readonly text: string
}

/** A line of a hunk. */
export interface HunkLine {
  readonly op: "equal" | "insert" | "delete"
  readonly text: string
  /** The changes within the line; null when all of it changed, or nothing. */
  readonly spans: ReadonlyArray<Span> | null
}

/**
 * A change with its surrounding lines. Line numbers start at 1; a side without lines has the number of the line before
 * (as in `diff -u`).
 */
export interface Hunk {
  readonly oldStart: number
  readonly oldLines: number
  readonly newStart: number
  readonly newLines: number
  readonly lines: ReadonlyArray<HunkLine>
}

/** A block of lines that moved. Line numbers start at 1. */
export interface Move {
  readonly oldStart: number
  readonly newStart: number
  readonly lines: number
}

/** The differences between two texts. */
export interface TextDiff {
  readonly changed: boolean
  /** The share of the characters of both texts that is in equal lines or in equal parts of changed lines, 0 to 1. */
  readonly similarity: number
  readonly addedLines: number
  readonly removedLines: number
  readonly addedWords: number
  readonly removedWords: number
  /** The number of separate changes. */
  readonly changeCount: number
  readonly hunks: ReadonlyArray<Hunk>
  readonly moves: ReadonlyArray<Move>
  /** A unified diff without file names, truncated to `unifiedLength`. */
  readonly unified: string
  readonly headline: string
  /** Whether the texts differ so much that the diff may not be the shortest. */
  readonly approximate: boolean
}

/** Options of `diffText`. */
export interface TextDiffOptions {
  /** Equal lines around a change. Default: 3. */
  readonly context?: number
  /** The most characters of the unified diff. Default: 65,536. */
  readonly unifiedLength?: number
  /** The most lines of all hunks together; the counts still cover all lines. Default: 5,000. */
  readonly hunkLines?: number
  /**
   * The most characters of all hunks together. A line takes at most a quarter of them, and is cut otherwise. Default:
   * 1,000,000.
   */
  readonly hunkCharacters?: number
  /** The most spans of all hunks together; further lines have none. Default: 50,000. */
  readonly hunkSpans?: number
}
