import type { StoredUrlChange, StoredUrlScreenshot } from "@mon/core-store"
import { Effect } from "effect"
import { imagePath } from "../../http/imageRoute.ts"
import { PublicUrl } from "../../PublicUrl.ts"

/** The absolute, signed address of an image; null for none. */
export const imageUrl = Effect.fnUntraced(function* (hash: string | null) {
  return hash === null ? null : `${(yield* PublicUrl).base()}${yield* imagePath(hash)}`
})

/** A change entry with addresses instead of hashes. */
export const shownChange = Effect.fnUntraced(function* ({ afterImage, beforeImage, ...change }: StoredUrlChange) {
  return {
    ...change,
    beforeScreenshotUrl: yield* imageUrl(beforeImage),
    afterScreenshotUrl: yield* imageUrl(afterImage)
  }
})

/** A screenshot entry with addresses instead of hashes. */
export const shownScreenshot = Effect.fnUntraced(function* ({ image, thumbnail, ...shot }: StoredUrlScreenshot) {
  const base = (yield* PublicUrl).base()
  return {
    ...shot,
    imageUrl: `${base}${yield* imagePath(image)}`,
    thumbnailUrl: `${base}${yield* imagePath(thumbnail)}`
  }
})
