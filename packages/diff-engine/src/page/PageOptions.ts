import type { LinePattern } from "./LinePattern.ts"
import type { NoiseMaskName } from "./NoiseMask.ts"

/** Options that select the parts of a page to compare, and that normalise the text of these parts. */
export interface PageOptions {
  /** The parts to compare: CSS selectors for HTML and XML, JSONPath (RFC 9535) for JSON. Default: the whole page. */
  readonly include?: ReadonlyArray<string>
  /** The parts to ignore, even inside included parts. They have the same syntax as `include`. Default: none. */
  readonly exclude?: ReadonlyArray<string>
  /** Attributes of HTML that count as text, such as `href`, `src`, `alt`, `title`, `value`. Default: none. */
  readonly attributes?: ReadonlyArray<string>
  /** Whether the title is compared. Default: false. */
  readonly title?: boolean
  /** Lines that contain one of these texts, or match one of these patterns, are ignored. Default: none. */
  readonly ignoreLines?: ReadonlyArray<string | RegExp | LinePattern>
  /** Formats that are replaced by their name, such as times of day. Default: none. */
  readonly masks?: ReadonlyArray<NoiseMaskName>
  /** Whether to sort the lines, so that changes of their order are ignored. Default: false. */
  readonly sort?: boolean
  /** Whether to remove repeated lines. Default: false. */
  readonly dedupe?: boolean
  /** The maximum number of characters of text. Default: 2,000,000. */
  readonly maxCharacters?: number
  /** The maximum number of lines of text. Default: 200,000. */
  readonly maxLines?: number
  /** The maximum number of bytes of a body. Default: 10 MiB. */
  readonly maxBytes?: number
}

/** Bounds of {@link PageOptions}. */
export const pageLimits = {
  characters: 2_000_000,
  lines: 200_000,
  bytes: 10 * 1024 * 1024,
  selectors: 50,
  selectorLength: 500
} as const

/**
 * The version of the code that extracts the text from a body. If another version extracted the earlier text, the page
 * becomes a new baseline and does not count as changed.
 */
export const EXTRACTION_VERSION = 3
