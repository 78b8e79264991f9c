import type { Terminal } from "@mon/bundled/command-line"
import { styleText } from "node:util"

type Style = "red" | "green" | "yellow" | "cyan" | "magenta" | "gray" | "bold"

/** Styles text, or leaves it as it is. */
export type Paint = (style: Style, text: string) => string

/** Colours where standard output shows them: never with NO_COLOR, in a pipe or in a file. */
export const paintFor = ({ colour }: Pick<Terminal, "colour">): Paint =>
  colour ? (style, text) => styleText(style, text, { validateStream: false }) : (_style, text) => text
