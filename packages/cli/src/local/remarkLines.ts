import { contentFaults } from "@mon/uptime-probe"
import { shownText } from "../screen/shownText.ts"
import type { TestResult } from "./runTests.ts"

const titles: Readonly<Record<string, { readonly title: string }>> = contentFaults

export const remarkLines = (results: ReadonlyArray<TestResult>): ReadonlyArray<string> =>
  results.flatMap(({ contentFault, key, verdict }) => {
    if (contentFault === null || verdict !== "up") return []
    const { code, family, line } = contentFault
    const title = Object.hasOwn(titles, code) ? (titles[code]?.title ?? code) : code
    const words = `${title}${family === null ? "" : ` (${family})`}${line === null ? "" : `: ${line}`}`
    return [`${shownText(key)}: ${shownText(words)}`]
  })
