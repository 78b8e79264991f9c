import type { ScreenshotDevice } from "../Screenshot.ts"

/** The screens of an iPhone 14 and of an iPad Air, in CSS pixels. */
const NAMED = {
  phone: { width: 390, height: 844, scale: 3, mobile: true },
  tablet: { width: 820, height: 1_180, scale: 2, mobile: true }
} as const

/** The properties of a device that a page can see. */
export interface DeviceView {
  readonly viewport: { readonly width: number; readonly height: number }
  readonly scale: number
  readonly mobile: boolean
}

/**
 * Returns the properties of a device that a page can see. If no device is given, returns the properties of the pool's
 * viewport.
 */
export const deviceView = (
  device: "phone" | "tablet" | ScreenshotDevice | undefined,
  viewport: DeviceView["viewport"]
): DeviceView => {
  if (device === undefined) return { viewport, scale: 1, mobile: false }
  const {
    height,
    mobile = false,
    scale = 1,
    width
  }: ScreenshotDevice = typeof device === "string" ? NAMED[device] : device
  return { viewport: { width, height }, scale, mobile }
}

/** Returns the User-Agent of Chrome on Android in Chrome's reduced form (chromium.org/updates/ua-reduction). */
export const mobileUserAgent = (version: string): string =>
  `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version.split(".", 1)[0]}.0.0.0 Mobile Safari/537.36`
