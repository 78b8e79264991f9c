import { statusPageLimits } from "@mon/model"

const { maximum, minimum } = statusPageLimits.slug

/** Derives the last part of a status page's address from a text, and adds it to `taken`. */
export const slugFor = (text: string, taken: Set<string>): string => {
  const plain = text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, "-")
    .slice(0, maximum - 4)
    .replace(/^-+|-+$/gu, "")
  const base = plain.length >= minimum ? plain : `status${plain === "" ? "" : `-${plain}`}`
  let slug = base
  for (let number = 2; taken.has(slug); number++) slug = `${base}-${number}`
  taken.add(slug)
  return slug
}
