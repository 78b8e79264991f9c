import { listOf, argumentsOf } from "@mon/bundled/arguments"
import { boxKind, rasterImage } from "../argumentKinds.ts"
import type { Box, RasterImage } from "./RasterImage.ts"

const acceptDrawOverlay = /* @__PURE__ */ argumentsOf("drawOverlay", () => ({
  image: rasterImage(),
  boxes: listOf(boxKind())
}))

/** The width of the frame around a change, in pixels. */
const FRAME = 2
const RED = [215, 38, 61, 255] as const
const FADED = 0.35

/** Returns the newer image with the changed areas in full colour and framed in red, and all other areas faded. */
export const drawOverlay = (image: RasterImage, boxes: ReadonlyArray<Box>): RasterImage => {
  acceptDrawOverlay(image, boxes)
  const { data, height, width } = image
  const out = new Uint8ClampedArray(data.length)
  for (let i = 0; i < data.length; i++) out[i] = i % 4 === 3 ? 255 : 255 - (255 - (data[i] ?? 0)) * FADED
  for (const box of boxes) {
    const left = Math.max(0, box.x - FRAME)
    const top = Math.max(0, box.y - FRAME)
    const right = Math.min(width, box.x + box.width + FRAME)
    const bottom = Math.min(height, box.y + box.height + FRAME)
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) {
        const at = (y * width + x) * 4
        const inside = x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height
        for (let channel = 0; channel < 4; channel++)
          out[at + channel] = inside ? (data[at + channel] ?? 0) : (RED[channel] ?? 0)
      }
    }
  }
  return { width, height, data: out }
}
