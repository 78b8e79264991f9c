import { BadRequest, messages, Unavailable } from "@mon/api-contract"
import { logoJob } from "@mon/checks"
import type { StoredLogo } from "@mon/core-store"
import { statusPageLimits } from "@mon/model"
import { WorkerPool } from "@mon/process-runtime/worker-pool"
import { Effect } from "effect"
import type { Caller } from "../auth/Caller.ts"

const DATA_URL = /^data:image\/(?:png|jpeg|webp);base64,([A-Za-z0-9+/]+={0,2})$/u
/** The longest `data:` URL, in characters. Base64 uses four characters for three bytes. */
const LONGEST = Math.ceil(statusPageLimits.logoBytes / 3) * 4 + 32

/** Returns the bytes of a `data:` URL. Null: it is not an image, or it is too large. */
const bytesOf = (url: string): Uint8Array | null => {
  if (url.length > LONGEST) return null
  const [, encoded] = DATA_URL.exec(url) ?? []
  if (encoded === undefined) return null
  const bytes = Buffer.from(encoded, "base64")
  return bytes.length > 0 && bytes.length <= statusPageLimits.logoBytes ? bytes : null
}

/**
 * Returns the logo in a request. A worker thread decodes the image and encodes it again, so that only its pixels are
 * stored. Undefined: the request does not set the logo.
 */
export const readLogo = Effect.fn("readLogo")(function* ({ viewer }: Caller, url: string | null | undefined) {
  if (url === undefined || url === null) return url
  const bytes = bytesOf(url)
  if (bytes === null) return yield* new BadRequest({ message: messages.statusPageLogo })
  const outcome = yield* (yield* WorkerPool).run(logoJob, bytes, viewer.accountKey)
  // The measured time includes the start of a thread, so a timeout does not mean that the logo is invalid.
  if (outcome._tag === "Busy" || outcome._tag === "TooSlow")
    return yield* new Unavailable({ message: messages.statusPageBusy })
  const image = outcome._tag === "Done" ? outcome.value : "unreadable"
  if (image === "unreadable") return yield* new BadRequest({ message: messages.statusPageLogo })
  if (image === "large") return yield* new BadRequest({ message: messages.statusPageLogoSize })
  return image satisfies StoredLogo
})

export const logoDataUrl = ({ bytes, contentType }: Pick<StoredLogo, "bytes" | "contentType">): string =>
  `data:${contentType};base64,${Buffer.from(bytes).toString("base64")}`
