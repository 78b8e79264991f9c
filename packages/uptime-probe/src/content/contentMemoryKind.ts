import { type Kind, listOf, oneOf, optionsOf, whole } from "@mon/bundled/arguments"
import { type ContentMemory, HABIT, LAST_HASH } from "./ContentMemory.ts"

export const contentMemory = (): Kind =>
  optionsOf<ContentMemory>({
    format: oneOf("data", "html", "text"),
    checks: whole(1, HABIT),
    titles: listOf(whole(0, LAST_HASH)),
    hosts: listOf(whole(0, LAST_HASH)),
    strange: whole(0, HABIT)
  })
