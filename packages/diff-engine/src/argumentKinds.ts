import {
  aBoolean,
  either,
  textLike,
  type Kind,
  kindOf,
  listOf,
  nullable,
  aNumber,
  oneOf,
  optional,
  optionsOf,
  shape,
  aString,
  variants,
  whole
} from "@mon/bundled/arguments"
import { noiseMasks } from "./page/NoiseMask.ts"
import { pageLimits, type PageOptions } from "./page/PageOptions.ts"
import type { Box, RasterImage } from "./image/RasterImage.ts"
import type { CompareOptions, TextTrigger } from "./page/CompareOptions.ts"
import type { PageReading, StoredReading } from "./page/PageReading.ts"
import type { Hunk, HunkLine, TextDiff, TextDiffOptions } from "./text/TextDiff.ts"

const IMAGE = "an image: an object with width, height and data, four bytes for each pixel"

export const rasterImage = (): Kind => {
  const pixels = kindOf(
    "a Uint8Array or a Uint8ClampedArray",
    (value) => ArrayBuffer.isView(value) && "length" in value
  )
  const fields = shape<RasterImage>(IMAGE, { width: whole(1), height: whole(1), data: pixels })
  const fits = kindOf(`${IMAGE} (width times height times 4 bytes)`, (value) => {
    const { data, height, width } = value as RasterImage
    return data.length === width * height * 4
  })
  return { takes: IMAGE, fault: (value) => fields.fault(value) ?? fits.fault(value) }
}

const BOX = "a rectangle: an object with x, y, width and height"

export const boxKind = (): Kind =>
  shape<Box>(BOX, {
    x: aNumber("a number"),
    y: aNumber("a number"),
    width: aNumber("a number"),
    height: aNumber("a number")
  })

export const ignoredArea = (): Kind => {
  const side = aNumber("a number of at least 0", 0)
  const mask = rasterImage()
  const rectangle = optionsOf<Box>({ x: aNumber("a number"), y: aNumber("a number"), width: side, height: side }, BOX)
  const takes = `${BOX}, or a mask: an image`
  return {
    takes,
    fault: (value) => {
      if (typeof value !== "object" || value === null || Array.isArray(value))
        return kindOf(takes, () => false).fault(value)
      return "data" in value ? mask.fault(value) : rectangle.fault(value)
    }
  }
}

export const hashes = (): Kind =>
  kindOf("an Int32Array, as returned by rowHashes", (value) => value instanceof Int32Array)

export const diffOptions = (): Kind =>
  optionsOf<TextDiffOptions>({
    context: optional(whole(0)),
    unifiedLength: optional(whole(0)),
    hunkLines: optional(whole(0)),
    hunkCharacters: optional(whole(0)),
    hunkSpans: optional(whole(0))
  })

const soughtText = (): Kind => textLike("a string of at least one character", (value) => value !== "")

export const compareOptions = (): Kind =>
  optionsOf<CompareOptions>({
    context: optional(whole(0)),
    unifiedLength: optional(whole(0)),
    hunkLines: optional(whole(0)),
    hunkCharacters: optional(whole(0)),
    hunkSpans: optional(whole(0)),
    onlyLines: optional(oneOf("added", "removed")),
    minimumChange: optional(
      either(
        [
          optionsOf<{ lines: number }>({ lines: whole(1) }, "an object with lines"),
          optionsOf<{ percent: number }>({ percent: aNumber("a number", 0) }, "an object with percent")
        ],
        "an object with lines or percent"
      )
    ),
    trigger: optional(
      either(
        [
          optionsOf<Extract<TextTrigger, { readonly appears: string }>>(
            { appears: soughtText(), ignoreCase: optional(aBoolean) },
            "an object with appears"
          ),
          optionsOf<Extract<TextTrigger, { readonly disappears: string }>>(
            { disappears: soughtText(), ignoreCase: optional(aBoolean) },
            "an object with disappears"
          )
        ],
        "an object with appears or disappears"
      )
    )
  })

const operation = (): Kind => oneOf("equal", "insert", "delete")

const line = (): Kind =>
  shape<HunkLine>("a line of a hunk", {
    op: operation(),
    text: aString,
    spans: nullable(listOf(shape<{ op: string; text: string }>("a span", { op: operation(), text: aString })))
  })

/** Returns the kind of a diff. Callers may have stored the diff and read it again, so its shape is checked. */
export const textDiff = (): Kind =>
  shape<TextDiff>("a diff, as returned by diffText", {
    headline: aString,
    hunks: listOf(
      shape<Hunk>("a hunk", {
        oldStart: whole(0),
        oldLines: whole(0),
        newStart: whole(0),
        newLines: whole(0),
        lines: listOf(line(), "an array of lines")
      }),
      "an array of hunks"
    )
  })

export const storedReading = (): Kind =>
  shape<StoredReading>("a reading: an object with text and configuration", { text: aString, configuration: aString })

export const pageReading = (): Kind => {
  const unread = shape<{ reason: string }>("a page that could not be read", { reason: aString })
  const kinds: Readonly<Record<PageReading["state"], Kind>> = {
    ok: storedReading(),
    filter_not_found: unread,
    not_applicable: unread,
    empty: unread,
    blocked: unread,
    too_large: unread
  }
  return variants("state", kinds, "a reading, as returned by readPage")
}

const selectors = (): Kind => {
  const takes = `an array of at most ${pageLimits.selectors} selectors`
  const selector = textLike(
    `a CSS selector or a JSONPath of at most ${pageLimits.selectorLength} characters`,
    (value) => value.length <= pageLimits.selectorLength
  )
  const few = kindOf(takes, (value) => (value as ReadonlyArray<unknown>).length <= pageLimits.selectors)
  const list = listOf(selector, takes)
  return { takes, fault: (value) => list.fault(value) ?? few.fault(value) }
}

const linePattern = (): Kind =>
  kindOf("a string of at least one character, or a regular expression", (value) => {
    if (typeof value === "string") return value !== ""
    if (value instanceof RegExp) return true
    if (typeof value !== "object" || value === null) return false
    const { source, test } = value as { readonly source?: unknown; readonly test?: unknown }
    return typeof source === "string" && typeof test === "function"
  })

export const pageOptions = (): Kind =>
  optionsOf<PageOptions>({
    include: optional(selectors()),
    exclude: optional(selectors()),
    attributes: optional(listOf(aString, "an array of attribute names")),
    title: optional(aBoolean),
    ignoreLines: optional(listOf(linePattern(), "an array of strings and patterns")),
    masks: optional(listOf(oneOf(...Object.keys(noiseMasks)))),
    sort: optional(aBoolean),
    dedupe: optional(aBoolean),
    maxCharacters: optional(whole(1)),
    maxLines: optional(whole(1)),
    maxBytes: optional(whole(0))
  })
