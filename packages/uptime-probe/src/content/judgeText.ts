import { pageRules, type PageText, type ReadText, ruleTable } from "@mon/bundled/content-faults"
import { type ContentFault, type ContentJudgement, contentFaults } from "./ContentFault.ts"
import { type ContentFormat, type ContentMemory, isAnotherSite, remember, rememberStrange } from "./ContentMemory.ts"

const rules = ruleTable(pageRules)

const isEmpty = (format: ContentFormat, page: PageText): boolean =>
  page.isWhole && page.visible === "" && (format !== "html" || !page.hasMore)

const faultOf = (format: ContentFormat, page: PageText, memory: ContentMemory | null): ContentFault | null => {
  const found = rules.firstMatch(page)
  if (found !== null) return { ...found, certain: contentFaults[found.code].certain }
  if (isEmpty(format, page)) return { code: "empty", family: null, line: null, certain: memory !== null }
  if (memory === null) return null
  const line = page.title || page.visible.split("\n", 1)[0] || null
  if (memory.format !== "html" && format === "html") return strange("wrong_format", line)
  return isAnotherSite(memory, page) ? strange("another_site", line) : null
}

const strange = (code: "another_site" | "wrong_format", line: string | null): ContentFault => ({
  code,
  family: null,
  line: line?.slice(0, 200) ?? null,
  certain: contentFaults[code].certain
})

const STRANGE: ReadonlySet<string> = new Set(["another_site", "wrong_format"])

/** Judges what was read of an answer. */
export const judgeText = ({ format, page }: ReadText, memory: ContentMemory | null): ContentJudgement => {
  const fault = faultOf(format, page, memory)
  if (fault === null) return { fault, memory: remember(memory, format, page) }
  return { fault, memory: memory !== null && STRANGE.has(fault.code) ? rememberStrange(memory, format, page) : memory }
}
