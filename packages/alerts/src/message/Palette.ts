import type { Tone } from "./Notice.ts"

/**
 * The colours of light or dark mode. Every text has a contrast of at least 4.5 to 1 to its background (WCAG 2.2,
 * 1.4.3).
 */
export interface Palette {
  readonly ground: string
  readonly card: string
  readonly text: string
  readonly quiet: string
  readonly line: string
  readonly link: string
  /** The colour behind the first word of the message. */
  readonly tones: Readonly<Record<Tone, string>>
  /** The colour of the first word, and of the text on the button. */
  readonly onTone: string
}

export const light: Palette = {
  ground: "#f4f4f5",
  card: "#ffffff",
  text: "#18181b",
  quiet: "#52525b",
  line: "#d4d4d8",
  link: "#1d4ed8",
  tones: { down: "#b91c1c", up: "#15803d", warning: "#92400e", news: "#1d4ed8" },
  onTone: "#ffffff"
}

export const dark: Palette = {
  ground: "#18181b",
  card: "#27272a",
  text: "#fafafa",
  quiet: "#d4d4d8",
  line: "#52525b",
  link: "#93c5fd",
  tones: { down: "#fca5a5", up: "#86efac", warning: "#fcd34d", news: "#93c5fd" },
  onTone: "#18181b"
}
