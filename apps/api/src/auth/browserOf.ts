/** A browser and the system that it runs on. Null: unknown. */
export interface Browser {
  readonly browser: string | null
  readonly system: string | null
}

type Names = ReadonlyArray<readonly [name: string, pattern: RegExp]>

/** Browsers name those that they resemble, so the most particular one comes first. */
const browsers: Names = [
  ["Edge", /\bEdg(?:e|A|iOS)?\//u],
  ["Opera", /\b(?:OPR|Opera|OPT)\//u],
  ["Vivaldi", /\bVivaldi\//u],
  ["Samsung Internet", /\bSamsungBrowser\//u],
  ["Yandex Browser", /\bYaBrowser\//u],
  ["DuckDuckGo", /\b(?:DuckDuckGo|Ddg)\//u],
  ["Firefox", /\b(?:Firefox|FxiOS)\//u],
  ["Chrome", /\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//u],
  ["Safari", /\bVersion\/[\d.]+.*\bSafari\//u],
  ["curl", /^curl\//u]
]

/** Android says Linux as well, and an iPad that shows desktop pages says Macintosh. */
const systems: Names = [
  ["iPadOS", /\biPad\b/u],
  ["iOS", /\b(?:iPhone|iPod)\b/u],
  ["Android", /\bAndroid\b/u],
  ["ChromeOS", /\bCrOS\b/u],
  ["Windows", /\bWindows\b/u],
  ["macOS", /\bMac(?:intosh| OS X)\b/u],
  ["Linux", /\b(?:Linux|X11)\b/u]
]

const nameIn = (names: Names, text: string): string | null =>
  names.find(([, pattern]) => pattern.test(text))?.[0] ?? null

/**
 * The browser and the system that a User-Agent (RFC 9110 section 10.1.5) claims, without versions. People compare them
 * with what they own; nothing depends on them.
 */
export const browserOf = (userAgent: string): Browser => ({
  browser: nameIn(browsers, userAgent),
  system: nameIn(systems, userAgent)
})
