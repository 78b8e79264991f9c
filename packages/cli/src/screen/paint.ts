import type { Terminal } from "@mon/bundled/command-line"
import { styleText } from "node:util"

type Style = "red" | "green" | "yellow" | "cyan" | "magenta" | "gray" | "bold"

export type Paint = (style: Style, text: string) => string

/**
 * Returns the function that styles text. Uses no colours if NO_COLOR is set, or if standard output is a pipe or a file.
 */
export const paintFor = ({ colour }: Pick<Terminal, "colour">): Paint =>
  colour ? (style, text) => styleText(style, text, { validateStream: false }) : (_style, text) => text
