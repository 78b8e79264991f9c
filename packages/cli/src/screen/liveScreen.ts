import type { CliTerminal } from "../CliTerminal.ts"

// Control sequences of xterm, which ECMA-48 and all current terminals support.
const ENTER = "\u001b[?1049h\u001b[?25l"
const LEAVE = "\u001b[?25h\u001b[?1049l"
const TOP = "\u001b[H"
const CLEAR_LINE = "\u001b[K"
const CLEAR_BELOW = "\u001b[J"

/**
 * Creates a screen that is redrawn. When the process ends for any reason, the terminal shows its previous content
 * again.
 */
export const liveScreen = ({ onExit, onResize, out }: Pick<CliTerminal, "onExit" | "onResize" | "out">) => {
  let draw: (() => ReadonlyArray<string>) | null = null
  let isOpen = false
  const redraw = () => {
    if (!isOpen || draw === null) return
    out(`${TOP}${draw().join(`${CLEAR_LINE}\n`)}${CLEAR_LINE}${CLEAR_BELOW}`)
  }
  const end = () => {
    stopExit()
    stopResize()
    if (!isOpen) return
    isOpen = false
    out(LEAVE)
  }
  const stopExit = onExit(end)
  const stopResize = onResize(redraw)
  return {
    /** Draws the lines that a function returns. Calls the function again when the size of the terminal changes. */
    show: (lines: () => ReadonlyArray<string>) => {
      draw = lines
      // The live screen opens only when there are lines to draw, so that earlier errors stay visible on the previous
      // screen.
      if (!isOpen) out(ENTER)
      isOpen = true
      redraw()
    },
    end
  }
}
