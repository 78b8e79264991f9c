/** A part of a line that is in both versions, only in the new version, or only in the old version. */
export interface Span {
  readonly op: "equal" | "insert" | "delete"
  readonly text: string
}

/** A line of a hunk. */
export interface HunkLine {
  readonly op: "equal" | "insert" | "delete"
  readonly text: string
  /** The changes within the line; null if the whole line changed, or if the line did not change. */
  readonly spans: ReadonlyArray<Span> | null
}

/**
 * A change with its surrounding lines. Line numbers start at 1. The start of a side without lines is the number of the
 * line before the change (as in `diff -u`).
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
  /** The share of the characters of both texts that are in equal lines or in equal parts of changed lines. 0 to 1. */
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
  /** The number of equal lines that are shown before and after a change. Default: 3. */
  readonly context?: number
  /** The maximum number of characters of the unified diff. Default: 65,536. */
  readonly unifiedLength?: number
  /** The maximum number of lines of all hunks together. The counts still cover all lines. Default: 5,000. */
  readonly hunkLines?: number
  /**
   * The maximum number of characters of all hunks together. A line that takes more than a quarter of this maximum is
   * shortened. Default: 1,000,000.
   */
  readonly hunkCharacters?: number
  /** The maximum number of spans of all hunks together. Further lines have no spans. Default: 50,000. */
  readonly hunkSpans?: number
}
