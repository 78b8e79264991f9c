import { TagRecord as Tag } from "@mon/model"
import { described, whole } from "./Described.ts"

/** The record of a tag with its description. */
export const TagRecord = described(Tag, "TagRecord", "A tag with what it hangs on.", {
  id: { about: "Id of the tag, opaque.", example: "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d70" },
  name: { about: "Name, unique within the account whatever its case.", example: "Production" },
  color: { about: "Hex colour.", example: "#6B7280" },
  sortOrder: { about: "Place in lists: smaller ones come first.", example: 0, as: whole },
  domainCount: { about: "How many domains have it, of those that the caller can see.", example: 4, as: whole },
  urlCount: { about: "How many URL monitors have it; 0 for members.", example: 1, as: whole },
  createdAt: { about: "When it was made, ISO 8601 UTC.", example: "2026-11-21T08:15:00.000Z" }
})
