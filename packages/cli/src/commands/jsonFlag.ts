import { flag } from "@mon/bundled/command-line"

/** The option `--json` of every command that prints something. */
export const jsonFlag = flag("Print one JSON document")
