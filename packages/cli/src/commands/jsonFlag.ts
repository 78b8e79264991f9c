import { flag } from "@mon/bundled/command-line"

export const jsonFlag = flag("Print one JSON document")
