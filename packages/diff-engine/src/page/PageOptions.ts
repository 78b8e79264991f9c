import type { LinePattern } from "./LinePattern.ts"
import type { NoiseMaskName } from "./NoiseMask.ts"

/** Options that select the parts of a page to compare, and how to normalise them. */
export interface PageOptions {
  /** The parts to compare: CSS selectors for HTML and XML, JSONPath (RFC 9535) for JSON. Default: the whole page. */
  readonly include?: ReadonlyArray<string>
  /** The parts to ignore, also within included parts: as `include`. Default: none. */
  readonly exclude?: ReadonlyArray<string>
  /** Attributes of HTML that count as text, such as `href`, `src`, `alt`, `title`, `value`. Default: none. */
  readonly attributes?: ReadonlyArray<string>
  /** Whether the title is compared. Default: false. */
  readonly title?: boolean
  /** Lines that contain one of these texts, or match one of these patterns, are ignored. Default: none. */
  readonly ignoreLines?: ReadonlyArray<string | RegExp | LinePattern>
  /** Formats that are replaced by their name, such as times of day. Default: none. */
  readonly masks?: ReadonlyArray<NoiseMaskName>
  /** Whether to sort the lines, so that their order is ignored. Default: false. */
  readonly sort?: boolean
  /** Whether to remove repeated lines. Default: false. */
  readonly dedupe?: boolean
  /** The most characters of text. Default: 2,000,000. */
  readonly maxCharacters?: number
  /** The most lines of text. Default: 200,000. */
  readonly maxLines?: number
  /** The most bytes of a body. Default: 10 MiB. */
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
 * The version of the extraction from body to text. A page that another version extracted becomes a new baseline, not a
 * change.
 */
export const EXTRACTION_VERSION = 3
