import type { Language } from "@mon/model"

/**
 * Returns the first language in an `Accept-Language` header (RFC 9110 section 12.5.4) that Mon supports, or English.
 */
export const acceptedLanguage = (header: string | undefined): Language => {
  const ranges = (header ?? "")
    .split(",", 20)
    .map((range) => {
      const [tag = "", quality] = range.split(";q=")
      return { tag: tag.trim().toLowerCase(), quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
  const known = ranges.find(({ tag }) => /^(?:de|en)(?:-|$)/u.test(tag))
  return known?.tag.startsWith("de") === true ? "de" : "en"
}
