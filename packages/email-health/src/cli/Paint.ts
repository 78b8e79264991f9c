import { styleText } from "node:util"
import type { Severity } from "../rubric/Rule.ts"

export type Style = Parameters<typeof styleText>[0]

/** A function that applies a terminal style to text, or returns the text unchanged if colors are disabled. */
export type Paint = (style: Style, text: string) => string

export const plain: Paint = (_style, text) => text
export const coloured: Paint = (style, text) => styleText(style, text, { validateStream: false })

export const SEVERITY_STYLE: Readonly<Record<Severity, Style>> = {
  critical: "red",
  high: "red",
  medium: "yellow",
  low: "cyan",
  info: "gray"
}

/** Replaces control characters in text from outside, so that it cannot send control sequences to the terminal. */
export const shown = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]/gu, "?")
