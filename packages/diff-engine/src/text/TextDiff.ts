/** A piece of a line: in both versions, or only in the new or the old one. */
export interface Span {
  readonly op: "equal" | "insert" | "delete"
  readonly text: string
}

/** A line of a hunk. */
export interface HunkLine {
  readonly op: "equal" | "insert" | "delete"
  readonly text: string
  /** What changed inside the line; null when all of it did, or nothing. */
  readonly spans: ReadonlyArray<Span> | null
}

/** A changed place with the lines around it; line numbers count from 1, and a side without lines names the line before (as `diff -u`). */
export interface Hunk {
  readonly oldStart: number
  readonly oldLines: number
  readonly newStart: number
  readonly newLines: number
  readonly lines: ReadonlyArray<HunkLine>
}

/** Lines that are gone in one place and there in another: from 1. */
export interface Move {
  readonly oldStart: number
  readonly newStart: number
  readonly lines: number
}

/** How two texts differ. */
export interface TextDiff {
  readonly changed: boolean
  /** Share of characters in equal lines, 0 to 1. */
  readonly similarity: number
  readonly addedLines: number
  readonly removedLines: number
  readonly addedWords: number
  readonly removedWords: number
  /** How many separate places changed. */
  readonly changeCount: number
  readonly hunks: ReadonlyArray<Hunk>
  readonly moves: ReadonlyArray<Move>
  /** Unified diff without file names, cut at a size. */
  readonly unified: string
  readonly headline: string
  /** The texts differ so much that the diff may not be the shortest. */
  readonly approximate: boolean
}

/** How a diff is told. */
export interface TextDiffOptions {
  /** Equal lines around a change; 3 unless told. */
  readonly context?: number
  /** Characters of the unified diff; 65,536 unless told. */
  readonly unifiedLength?: number
  /** Lines of all hunks together that are told; 5,000 unless told. The counts are of all. */
  readonly hunkLines?: number
}
