import type { CliTerminal } from "../CliTerminal.ts"

// Control sequences of xterm, which ECMA-48 and all terminals of today share.
const ENTER = "\u001b[?1049h\u001b[?25l"
const LEAVE = "\u001b[?25h\u001b[?1049l"
const TOP = "\u001b[H"
const CLEAR_LINE = "\u001b[K"
const CLEAR_BELOW = "\u001b[J"

/** A screen that is drawn anew. The screen from before is back after the end, whatever ends the process. */
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
    /** Draws lines. They are asked for again when the size changes. */
    show: (lines: () => ReadonlyArray<string>) => {
      draw = lines
      // Until there is something to see, errors belong on the screen from before.
      if (!isOpen) out(ENTER)
      isOpen = true
      redraw()
    },
    end
  }
}
