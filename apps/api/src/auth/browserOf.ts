export interface Browser {
  readonly browser: string | null
  readonly system: string | null
}

type Names = ReadonlyArray<readonly [name: string, pattern: RegExp]>

/** The browsers, most specific first, because a browser's User-Agent also names the browsers that it imitates. */
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

/**
 * The operating systems. Android comes before Linux, because its User-Agent also contains Linux. An iPad that requests
 * desktop pages claims to be a Macintosh.
 */
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
 * Returns the browser and system in a User-Agent (RFC 9110 section 10.1.5), without versions. People only recognize
 * their sessions by this text; no decision depends on it.
 */
export const browserOf = (userAgent: string): Browser => ({
  browser: nameIn(browsers, userAgent),
  system: nameIn(systems, userAgent)
})
