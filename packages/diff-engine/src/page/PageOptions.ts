import type { NoiseMaskName } from "./NoiseMask.ts"

/** What of a page counts, and how it is made comparable. */
export interface PageOptions {
  /** CSS selectors of what is looked at; all of the page unless told. */
  readonly include?: ReadonlyArray<string>
  /** CSS selectors of what is left out, also inside what is looked at. */
  readonly exclude?: ReadonlyArray<string>
  /** Attributes that count as text: `href`, `src`, `alt`, `title`, `value`. None unless told. */
  readonly attributes?: ReadonlyArray<string>
  /** Whether the title counts; false unless told. */
  readonly title?: boolean
  /** Lines that match one of these regular expressions are left out. */
  readonly ignoreLines?: ReadonlyArray<RegExp>
  /** Formats that are replaced by their name, such as times of day; none unless told. */
  readonly masks?: ReadonlyArray<NoiseMaskName>
  /** Whether the order of lines does not count. */
  readonly sort?: boolean
  /** Whether a line counts once however often it is there. */
  readonly dedupe?: boolean
  /** Characters of text at most; 2,000,000 unless told. */
  readonly maxCharacters?: number
  /** Bytes of a body at most; 10 MiB unless told. */
  readonly maxBytes?: number
}

/** Bounds of {@link PageOptions}. */
export const pageLimits = {
  characters: 2_000_000,
  bytes: 10 * 1024 * 1024,
  selectors: 50,
  selectorLength: 500
} as const

/** The version of the steps from body to text: a page read by another version is a new baseline, not a change. */
export const EXTRACTION_VERSION = 1
