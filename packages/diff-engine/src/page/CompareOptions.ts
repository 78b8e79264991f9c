import type { TextDiffOptions } from "../text/TextDiff.ts"

/** A text trigger. A difference counts only if the text appears or disappears. */
export type TextTrigger =
  /** The text appears: the later reading contains it, and the earlier reading does not. */
  | { readonly appears: string; readonly ignoreCase?: boolean }
  /** The text disappears: the earlier reading contains it, and the later reading does not. */
  | { readonly disappears: string; readonly ignoreCase?: boolean }

/** The size of the smallest difference that counts as a change. */
export type MinimumChange =
  /** The minimum number of changed lines. A line that replaces another line counts once. */
  | { readonly lines: number }
  /** The minimum share of the characters that are in changed lines, in percent. */
  | { readonly percent: number }

/**
 * Options that limit which differences between two readings count. A difference counts only if it satisfies all rules.
 */
export interface CompareOptions extends TextDiffOptions {
  /**
   * Whether only added or only removed lines count. Such a line counts only if the other reading does not contain the
   * line anywhere. Default: all changed lines count.
   */
  readonly onlyLines?: "added" | "removed"
  /** The size below which a difference is ignored. Default: every difference counts. */
  readonly minimumChange?: MinimumChange
  /** The text that must appear or disappear for a difference to count. Default: every difference counts. */
  readonly trigger?: TextTrigger
}

/** The names of the rules, in the order in which they apply. */
export type CompareRule = "onlyLines" | "trigger" | "minimumChange"
