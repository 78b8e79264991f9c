/** The most lines of output in an alert. */
const LINES = 20
/** The longest output in an alert, in characters. */
const CHARACTERS = 2_000

/** Control characters and escape sequences of terminals (ECMA-48), such as colours. */
// oxlint-disable-next-line no-control-regex
const CONTROLS = /\u001b\[[0-?]*[ -/]*[@-~]|[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/gu

/**
 * Returns the last lines that a job printed, as text without control characters. Null if the output contains only white
 * space.
 *
 * @example
 * ```ts
 * lastLines(new TextEncoder().encode("start\n\u001b[31mdisk full\u001b[0m\n")) // => "start\ndisk full"
 * ```
 */
export const lastLines = (output: Uint8Array): string | null => {
  const text = new TextDecoder().decode(output).replaceAll("\r\n", "\n").replaceAll(CONTROLS, "").trimEnd()
  const lines = text.split("\n").slice(-LINES).join("\n")
  const end = lines.length > CHARACTERS ? `…${lines.slice(-CHARACTERS)}`.toWellFormed() : lines
  return end.trim() === "" ? null : end
}
