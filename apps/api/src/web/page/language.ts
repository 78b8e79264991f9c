import type { Language } from "@mon/model"
import type { PageRequest } from "./PageEndpoint.ts"

/** The first language of the browser that pages have (RFC 9110 section 12.5.4), or English. */
export const browserLanguage = ({ context }: PageRequest): Language => {
  const ranges = (context.request.headers["accept-language"] ?? "")
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
